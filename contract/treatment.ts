import { z } from 'zod/mini'
import { slot } from './kit/time/slot.ts'

/** A treatment in responses. `price` is in dollars. `slots` are all slots in `GET /service` and the free ones in
 *  `GET /available`. `category` is absent for a treatment without one. */
export const treatment = z.object({
  _id: z.uuid(),
  name: z.string(),
  slots: z.array(slot),
  price: z.number().check(z.nonnegative()),
  category: z.optional(z.string()),
})
export type Treatment = z.infer<typeof treatment>

/** A doctor in `GET /available/doctors`, with the slots at which they are free. */
export const availableDoctor = z.object({
  _id: z.uuid(),
  name: z.string(),
  img: z.string(),
  slots: z.array(slot),
})
export type AvailableDoctor = z.infer<typeof availableDoctor>

/** The same two as a page parses them: ids and slots are any text. */
export const receivedTreatment = z.extend(treatment, { _id: z.string(), slots: z.array(z.string()) })
export const receivedDoctorTimes = z.extend(availableDoctor, { _id: z.string(), slots: z.array(z.string()) })

/** A treatment's name, for lists of names. */
export const namedTreatment = z.pick(treatment, { name: true })
export type NamedTreatment = z.infer<typeof namedTreatment>
