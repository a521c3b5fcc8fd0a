import { z } from 'zod/mini'
import { slot } from './kit/time/slot.ts'

/** A treatment as it travels. `price` is in dollars; `slots` are all of them from `/service`, the free ones from `/available`. */
export const treatment = z.object({
  _id: z.uuid(),
  name: z.string(),
  slots: z.array(slot),
  price: z.number().check(z.nonnegative()),
})
export type Treatment = z.infer<typeof treatment>

/** A treatment as a list of names reads it. */
export const namedTreatment = z.pick(treatment, { name: true })
export type NamedTreatment = z.infer<typeof namedTreatment>
