import { z } from 'zod/mini'
import { isoDay } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { forgetKept, readKept } from '#web/session/kept-fields.ts'

/** Where the booking dialog keeps its fields. */
export const draftPlace = { key: 'booking-draft', page: pages.appointment }

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

/** Returns what was kept for an account, if anything was, and forgets it, also that of another account. */
export function takeKeptDraft(email: string): KeptDraft | undefined {
  const kept = readKept(draftPlace, keptDraft, email)
  forgetKept(draftPlace)
  return kept
}
