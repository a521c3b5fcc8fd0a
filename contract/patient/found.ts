import { z } from 'zod/mini'

/** A patient as staff find them. Without `email` they have none; `emailConfirmed`: its owner has opened a link that was
 *  sent there; absent if nobody was asked to. `birthDate` is YYYY-MM-DD, `phone` the latest of their numbers, `next`
 *  their next appointment. `died`: staff noted that they have died. */
export const patientFound = z.object({
  _id: z.string(),
  name: z.string(),
  birthDate: z.optional(z.string()),
  email: z.optional(z.string()),
  emailConfirmed: z.optional(z.boolean()),
  phone: z.optional(z.string()),
  next: z.optional(z.object({ date: z.string(), slot: z.string(), treatment: z.string() })),
  died: z.optional(z.literal(true)),
})
export type PatientFound = z.infer<typeof patientFound>
