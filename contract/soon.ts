import { z } from 'zod/mini'
import { slot } from './kit/time/slot.ts'

/** The most times of one treatment that `GET /available/soon` answers with. */
export const maxSoon = 3

/** A free time of a treatment, on `date` in the medium format. */
const soonTime = z.object({ treatmentId: z.string(), date: z.string(), slot })

/** Response of `GET /available/soon`: the next free times of one treatment, or the first of each of several, the
 *  soonest first. */
export const soonTimes = z.array(soonTime)
export type SoonTime = z.infer<typeof soonTime>

/** The same as a page parses it: a slot is any text. */
export const receivedSoonTimes = z.array(z.extend(soonTime, { slot: z.string() }))
