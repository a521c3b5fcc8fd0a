import { z } from 'zod/mini'

/** Half an hour as the page and the wire write it: `08.00 AM - 08.30 AM`. */
export const slot = z
  .string({ error: 'A slot is needed, such as 08.00 AM - 08.30 AM' })
  .check(
    z.regex(
      /^(0[1-9]|1[0-2])\.[0-5]\d [AP]M - (0[1-9]|1[0-2])\.[0-5]\d [AP]M$/,
      'A slot looks like 08.00 AM - 08.30 AM',
    ),
  )

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

/** Minutes from midnight, on the clinic's wall clock, at which a slot begins. */
export function slotStartMinutes(text: string): number {
  const hour = Number(text.slice(0, 2)) % 12
  const minute = Number(text.slice(3, 5))
  return (text.slice(6, 8) === 'PM' ? hour + 12 : hour) * 60 + minute
}

/** The same for its end. */
export function slotEndMinutes(text: string): number {
  return slotStartMinutes(text.slice(text.indexOf('-') + 2))
}
