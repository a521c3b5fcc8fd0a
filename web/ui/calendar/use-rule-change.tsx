import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { calendarOf, postChange, refreshCalendar } from '#web/api/calendar.ts'
import { usePerson } from '#web/session/use-person.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { isAffecting } from './effect-sentences.ts'

const useDialog = loadWhenIdle(() => import('./EffectDialog.tsx'))

interface Wording {
  /** The question of the dialog: 'Retire Teeth Cleaning?' */
  question: string
  /** The label of its button: 'Retire'. */
  action: string
  /** What the toast says afterwards. */
  done: string
  /** A sentence that explains the change. With it the dialog asks even if no appointment is affected. */
  warning?: string
}

interface Pending extends Wording {
  effect: ChangeEffect
  apply: (tellPatients: boolean) => Promise<void>
  settle: (applied: boolean) => void
}

/** Changes the clinic's rules. `change` first looks at what the change does to appointments; if it does something,
 *  `dialog`, which the caller renders, lists them and asks. `change` resolves to whether the change was made. @throws
 *  the server's refusal. */
export function useRuleChange(): {
  change: (input: CalendarChangeInput, wording: Wording) => Promise<boolean>
  dialog: ReactNode
} {
  const { email: admin } = usePerson()
  const client = useQueryClient()
  const toast = useToast()
  // Fetched before the first change, and again after each.
  useQuery(calendarOf(admin))
  const [pending, setPending] = useState<Pending>()
  const effect = useDialog(pending !== undefined)

  async function change(input: CalendarChangeInput, wording: Wording): Promise<boolean> {
    const { version } = await client.ensureQueryData(calendarOf(admin))
    const send = (choice: { preview?: boolean; tellPatients?: boolean }) =>
      postChange(admin, { version, ...choice, change: input }).catch((error) => {
        // Somebody else may have changed the rules: the next attempt starts from what they are now.
        void client.invalidateQueries(calendarOf(admin))
        throw error
      })
    const apply = async (tellPatients: boolean) => {
      await send({ tellPatients })
      await refreshCalendar(client)
      toast('success', wording.done)
    }
    const found = await send({ preview: true })
    if (!wording.warning && !isAffecting(found)) {
      // Whoever was not asked tells nobody.
      await apply(false)
      return true
    }
    return new Promise((settle) => setPending({ ...wording, effect: found, apply, settle }))
  }

  const dialog = pending && effect && (
    <effect.EffectDialog
      {...pending}
      onEnd={(applied) => {
        setPending(undefined)
        pending.settle(applied)
      }}
    />
  )
  return { change, dialog }
}

/** Changes the clinic's rules, after asking where it affects appointments. Resolves to whether the change was made.
 *  @throws the server's refusal. */
export type ChangeRules = ReturnType<typeof useRuleChange>['change']
