import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AttentionItem, MovePlan } from '#contract/calendar/attention.ts'
import type { ManyResolutionsInput } from '#contract/calendar/resolution.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { movePlanOf, postResolutions } from '#web/api/attention.ts'
import { dateInText, showDate } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { ifEmailed } from '#web/unsent.ts'

/** What becomes of the chosen appointments. */
export type ManyAction = ManyResolutionsInput['action']

interface ManyDialogProps {
  action: ManyAction
  items: AttentionItem[]
  /** Called when all were looked at, with what was done and the sentences about those that stay as they are, by their
   *  ids. */
  onDone: (done: string, problems: ReadonlyMap<string, string>) => Promise<void>
  onClose: (isResolved: boolean) => void
}

const wording: Record<ManyAction, { action: string; title: string; text: string; done: string }> = {
  move: {
    action: 'Move all',
    title: 'Move # to the best free times?',
    text: 'The nearest free time to each, from tomorrow on.',
    done: 'moved',
  },
  ask: {
    action: 'Send the links',
    title: 'Ask # to choose another time?',
    text: `${ifEmailed('Each patient gets a message with a link.')} The appointments stay here until they choose.`,
    done: 'asked',
  },
  cancel: {
    action: 'Cancel all',
    title: 'Cancel #?',
    text: 'Their times become free, and what is left of payments is refunded. This can’t be undone.',
    done: 'cancelled',
  },
}

/** Moves several appointments, asks their patients to choose another time, or cancels them, with one message. */
export function ManyDialog({ action, items, onDone, onClose }: ManyDialogProps) {
  const { email: staff } = usePerson()
  const [message, setMessage] = useState('')
  const [looked, setLooked] = useState(0)
  const isResolved = useRef(false)
  const plan = useQuery({
    ...movePlanOf(
      staff,
      items.map(({ _id }) => _id),
    ),
    enabled: action === 'move',
    // What was free a moment ago.
    gcTime: 0,
  })
  const words = wording[action]
  const places = new Map(plan.data?.map(({ _id, to }) => [_id, to]))
  const chosen = action === 'move' ? items.filter(({ _id }) => places.get(_id)) : items
  const appointments = chosen.map(({ _id, date, slot }) => {
    const to = places.get(_id)
    return { _id, date, slot, ...(to && { to: { date: to.date, slot: to.slot, doctor: to.doctor?._id } }) }
  })
  return (
    <ConfirmDialog
      title={words.title.replace('#', countOf(chosen.length))}
      text={words.text}
      action={words.action}
      failed="Not all was done. Look at the list again."
      isHarmless={action !== 'cancel'}
      isWaiting={action === 'move' && !plan.data}
      onConfirm={async (close) => {
        if (appointments.length === 0) return close()
        const problems = await postResolutions(staff, { action, appointments, message }, setLooked)
        const done = `${countOf(appointments.length - problems.size)} ${words.done}`
        await onDone(done, problems)
        isResolved.current = true
        close()
      }}
      onClose={() => onClose(isResolved.current)}
    >
      {action === 'move' && <LoadError what="The free times" query={plan} />}
      {action === 'move' && plan.data && <Places items={items} places={places} />}
      <div className="mt-4">
        <TextArea
          label="Message to the patients"
          hint="Part of the email, such as ‘Dr. Okafor is ill today. We are sorry.’"
          maxLength={500}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </div>
      <ByPhone count={chosen.filter(({ reach }) => reach.by === 'call').length} />
      <p role="status" className="mt-3 text-quiet text-sm empty:hidden">
        {looked > 0 && `${formatCount(looked)} of ${formatCount(appointments.length)}`}
      </p>
    </ConfirmDialog>
  )
}

function ByPhone({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="mt-3 text-sm">
      {count === 1 ? '1 patient is' : `${formatCount(count)} patients are`} told by phone: they are listed under ‘To
      call’ afterwards.
    </p>
  )
}

type Place = MovePlan[number]['to']

function Places({ items, places }: { items: AttentionItem[]; places: ReadonlyMap<string, Place> }) {
  const without = items.filter(({ _id }) => !places.get(_id)).length
  return (
    <>
      {/* What scrolls can be focused, so that the arrow keys scroll it (WCAG 2.1.1). */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section aria-label="Free times" tabIndex={0} className="mt-4 max-h-60 overflow-y-auto">
        <ul aria-label="Free times" className="grid gap-2 text-sm">
          {items.map(({ _id, patientName, date, slot }) => {
            const to = places.get(_id)
            return (
              <li key={_id} className="wrap-anywhere">
                <span className="font-medium">{patientName}</span>{' '}
                <span className="text-quiet">
                  {dateInText(date)}, {showPeriod(slot)}
                </span>
                <span className="block">
                  {to
                    ? `to ${showDate(to.date)}, ${showPeriod(to.slot)}${to.doctor ? ` with ${to.doctor.name}` : ''}`
                    : 'No free time within 60 days'}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      {without > 0 && (
        <p className="mt-2 text-error text-sm">
          {countOf(without)} {without === 1 ? 'stays' : 'stay'} in the list.
        </p>
      )}
    </>
  )
}

const countOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'appointment' : 'appointments'}`
