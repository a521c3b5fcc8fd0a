import { z } from 'zod/mini'
import { slot } from './kit/time/slot.ts'

/** The most times of one treatment, or of any, that `GET /available/soon` answers with. */
export const maxSoon = 3

/** A free time of a treatment, on `date` in the medium format. `doctorIds` are the dentists who are free then; none if
 *  the clinic chooses who treats the patient. */
const soonTime = z.object({ treatmentId: z.string(), date: z.string(), slot, doctorIds: z.array(z.string()) })

/** Response of `GET /available/soon`, the soonest first: the next free times of one treatment, the first of each that
 *  helps for a reason, or the next times of any treatment. */
export const soonTimes = z.array(soonTime)
export type SoonTime = z.infer<typeof soonTime>

/** The same as a page parses it: a slot is any text, and an earlier release does not name the dentists. */
export const receivedSoonTimes = z.array(
  z.extend(soonTime, { slot: z.string(), doctorIds: z.optional(z.array(z.string())) }),
)
