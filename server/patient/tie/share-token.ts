import { z } from 'zod'
import { otherRelations } from '#contract/patient/patient.ts'
import { openSignedTokens } from '#server/access/signature.ts'

/** What the account `userId` offers whoever owns `email`: to act for a patient as its `relation`, or, without one, to
 *  take over the record as their own. `until` in Unix ms. */
const share = z.object({
  patientId: z.string(),
  userId: z.string(),
  email: z.string(),
  relation: z.optional(z.enum(otherRelations)),
  until: z.number(),
})
export type Share = z.infer<typeof share>

/** Issues and reads the tokens of links by which another account acts for a patient, too, or takes over its record. */
export const openShareTokens = (secret: string, previous?: string) =>
  openSignedTokens({ secret, previous }, 'tie to a patient', share)
export type ShareTokens = ReturnType<typeof openShareTokens>
