import { inSentences } from '#contract/kit/locale.ts'
import { formatCents } from '#contract/kit/money.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import type { FirstFree } from './first-free.ts'

/** Returns the next free times as the landing page shows them: `Tomorrow, 8:00 AM`, `Teeth Cleaning with Dr. Okafor`,
 *  `$59`, and the query of the address that opens their dialog after the login. */
export function nextTimesInWords(
  { times }: FirstFree,
  clinic: Pick<Clinic, 'currency' | 'country' | 'language'>,
  today: IsoDate,
): Clinic['nextTimes'] {
  const locale = inSentences(clinic)
  const dayOf = (date: IsoDate) => {
    if (date === today) return 'Today'
    return date === addDays(today, 1) ? 'Tomorrow' : unbroken(formatDayOfWeek(date, locale, 'short'))
  }
  return times.map(({ date, slot, treatmentId, treatment, priceCents, doctor }) => ({
    when: `${dayOf(date)}, ${unbroken(formatTime(slotStartMinutes(slot), locale))}`,
    what: doctor === undefined ? treatment : `${treatment} with ${doctor}`,
    price: formatCents(priceCents, clinic),
    query: new URLSearchParams({ date, treatment: treatmentId, time: slot }).toString(),
  }))
}
