import { z } from 'zod/mini'
import type { TreatmentFields } from '#contract/calendar/change.ts'
import { treatmentReasons } from '#contract/calendar/visit-reason.ts'
import { isWholeOnly } from '#contract/kit/currency.ts'
import { highestPrice } from '#contract/kit/highest-price.ts'
import { plainText, textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { clinic } from '#web/clinic.ts'

const priceMessage = isWholeOnly(clinic.currency) ? 'A whole price such as 5900' : 'A price such as 59 or 59.50'

// Half of the world writes 59,50.
const toNumber = (text: string) => Number(text.replace(',', '.'))

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
  price: z.string().check(
    z.trim(),
    z.regex(isWholeOnly(clinic.currency) ? /^\d{1,8}$/ : /^\d{1,8}([.,]\d{1,2})?$/, priceMessage),
    z.refine((text) => toNumber(text) <= highestPrice, 'At most 20,000,000'),
  ),
  durationMinutes: wholeNumber(5, 480),
  bufferMinutes: wholeNumber(0, 120),
  category: textOrEmpty(60),
  description: textOrEmpty(200),
  reasons: treatmentReasons,
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
  ...texts
}: TypedTreatment): TreatmentFields {
  return {
    price: toNumber(price),
    durationMinutes: Number(durationMinutes),
    bufferMinutes: Number(bufferMinutes),
    ...texts,
    recallMonths: recallMonths === '' ? null : Number(recallMonths),
  }
}
