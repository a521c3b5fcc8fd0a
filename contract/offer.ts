import { z } from 'zod/mini'
import { visitReason } from './calendar/visit-reason.ts'

/** A treatment as patients choose it. `price` in dollars. `description` is a sentence, empty without one. `doctorIds`
 *  are the dentists who perform it, by name; without any, the clinic chooses who does. */
const offeredTreatment = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  minutes: z.int(),
  description: z.string(),
  reasons: z.array(visitReason),
  doctorIds: z.array(z.string()),
})
export type OfferedTreatment = z.infer<typeof offeredTreatment>

/** A dentist as patients choose them. `img` is empty if the picture is hosted elsewhere. `specialty`, `languages` and
 *  `sentence` are empty if the clinic says nothing. */
const offeredDoctor = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.string(),
  specialty: z.string(),
  languages: z.string(),
  sentence: z.string(),
})
export type OfferedDoctor = z.infer<typeof offeredDoctor>

/** Response of `GET /offer`: the treatments in the clinic’s order, and the dentists who perform one, by name. */
export const offer = z.object({ treatments: z.array(offeredTreatment), doctors: z.array(offeredDoctor) })
export type Offer = z.infer<typeof offer>

/** The same as a page parses it: reasons that it does not know are left out. */
export const receivedOffer = z.extend(offer, {
  treatments: z.array(
    z.extend(offeredTreatment, {
      reasons: z.pipe(
        z.array(z.string()),
        z.transform((reasons) => reasons.flatMap((reason) => visitReason.safeParse(reason).data ?? [])),
      ),
    }),
  ),
})
