import { z } from 'zod'
import { relation } from '#contract/patient/patient.ts'
import { openSignedTokens } from '#server/access/signature.ts'

/** Who may act for a patient besides the account `userId`: whoever owns `email`. `until` in Unix ms. */
const share = z.object({
  patientId: z.string(),
  userId: z.string(),
  email: z.string(),
  relation,
  until: z.number(),
})
export type Share = z.infer<typeof share>

/** Issues and reads the tokens of links by which another account may act for a patient, too. */
export const openShareTokens = (secret: string, previous?: string) =>
  openSignedTokens({ secret, previous }, 'shared patient', share)
export type ShareTokens = ReturnType<typeof openShareTokens>
