import { z } from 'zod/mini'
import type { TreatmentFieldsInput } from '#contract/calendar/change.ts'
import { treatmentColors } from '#contract/calendar/treatment-color.ts'
import { treatmentReasons } from '#contract/calendar/visit-reason.ts'
import { plainText, textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { anyPrice, toAmount } from '#web/ui/form/amount.ts'

const wholeNumber = (min: number, max: number) => {
  const error = `A whole number, ${min} to ${max}`
  return z
    .string()
    .check(z.refine((text) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max, error))
}

const recallMessage = 'A whole number of months, 1 to 60, or nothing'

/** The fields of the form, as typed. */
export const typedTreatment = z.object({
  name: plainText('Name is Required', 100),
  price: anyPrice,
  durationMinutes: wholeNumber(5, 480),
  bufferMinutes: wholeNumber(0, 120),
  category: textOrEmpty(60),
  description: textOrEmpty(200),
  reasons: treatmentReasons,
  online: z.boolean(),
  // Empty for none.
  color: z.enum(['', ...treatmentColors]),
  recallMonths: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || (/^\d{1,2}$/.test(text) && +text >= 1 && +text <= 60), recallMessage),
    ),
  ),
})
/** The same as a type. */
export type TypedTreatment = z.infer<typeof typedTreatment>

/** Converts typed fields to those of the contract. */
export function toTreatment({
  price,
  durationMinutes,
  bufferMinutes,
  recallMonths = '',
  color,
  ...others
}: TypedTreatment): TreatmentFieldsInput {
  return {
    price: toAmount(price),
    durationMinutes: Number(durationMinutes),
    bufferMinutes: Number(bufferMinutes),
    ...others,
    color: color === '' ? null : color,
    recallMonths: recallMonths === '' ? null : Number(recallMonths),
  }
}
