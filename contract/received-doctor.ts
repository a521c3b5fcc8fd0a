import { z } from 'zod/mini'

/** A doctor as a page reads it. Only name and email are required. */
export const receivedDoctor = z.object({
  _id: z.optional(z.string()),
  name: z.string(),
  email: z.string(),
  specialty: z.catch(z.string(), ''),
  img: z.catch(z.string(), ''),
})
export type ReceivedDoctor = z.infer<typeof receivedDoctor>

/** Response of `POST /doctor`. */
export const doctorAdded = z.object({ insertedId: z.string() })

/** Response of `DELETE /doctor/{email}`: 0 if there was no such doctor. */
export const doctorDeleted = z.object({ deletedCount: z.number().check(z.int()) })
