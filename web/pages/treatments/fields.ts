import { z } from 'zod/mini'
import type { TreatmentFields } from '#contract/calendar/change.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'

const wholeNumber = (min: number, max: number) => {
  const error = `A whole number, ${min} to ${max}`
  return z
    .string()
    .check(z.refine((text) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max, error))
}

/** The fields of the form, as typed. */
export const typedTreatment = z.object({
  name: plainText('Name is Required', 100),
  price: z.string().check(
    z.trim(),
    z.regex(/^\d{1,6}(\.\d{1,2})?$/, 'A price such as 59 or 59.50'),
    z.refine((text) => Number(text) <= 100_000, 'At most 100000'),
  ),
  durationMinutes: wholeNumber(5, 480),
  bufferMinutes: wholeNumber(0, 120),
})
export type TypedTreatment = z.infer<typeof typedTreatment>

/** Converts typed fields to those of the contract. */
export function toTreatment({ name, price, durationMinutes, bufferMinutes }: TypedTreatment): TreatmentFields {
  return {
    name,
    price: Number(price),
    durationMinutes: Number(durationMinutes),
    bufferMinutes: Number(bufferMinutes),
  }
}
