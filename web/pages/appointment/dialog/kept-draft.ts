import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { isoDay } from '#contract/kit/time/clinic-date.ts'
import { attempt } from '#web/attempt.ts'
import { currentSession } from '#web/session/store.ts'

const key = 'booking-draft'

const keptDraft = z.object({
  email: z.string(),
  treatmentId: z.string(),
  day: isoDay,
  draft: z.object({
    slot: z.string(),
    phone: z.string(),
    doctor: z.optional(z.string()),
    patientId: z.optional(z.string()),
  }),
})

/** What was in the booking dialog of an account when its session ended. `day` as YYYY-MM-DD. */
export type KeptDraft = z.infer<typeof keptDraft>

/** Keeps the fields in this tab if the session ends while they are shown, but not after a sign-out. */
export function useKeptWhenSignedOut(fields: KeptDraft): void {
  const latest = useRef(fields)
  useEffect(() => {
    latest.current = fields
  })
  useEffect(
    () => () => {
      const session = currentSession()
      if (session.status !== 'out' || session.left) return
      attempt(() => sessionStorage.setItem(key, JSON.stringify(latest.current)))
    },
    [],
  )
}

/** Returns what was kept for an account, if anything was. */
export function readKeptDraft(email: string): KeptDraft | undefined {
  const { data } = keptDraft.safeParse(attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '')))
  return data?.email === email ? data : undefined
}

/** Forgets what was kept, also that of another account. */
export function forgetKeptDraft(): void {
  attempt(() => sessionStorage.removeItem(key))
}
