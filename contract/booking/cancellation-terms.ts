import { inSentences, type Locale } from '../kit/locale.ts'
import { addDays, clinicMinutes, clinicToday } from '../kit/time/clinic-date.ts'
import { isYearClear } from '../kit/time/is-year-clear.ts'
import { formatDayOfWeek, formatDayOfYear, formatMoment, formatTime, weekdayOf } from '../kit/time/shown-date.ts'
import type { PatientState } from './patient-changes.ts'

/** What a patient can still do with an appointment, in words. `call` leads to the clinic's phone number, where only a
 *  call helps. */
export type CancellationTerms = { text: string; call?: string }

type Changes = { state: PatientState; cancelUntil?: Date | undefined; movesByPhone?: boolean | undefined }
type Clinic = Locale & { timeZone: string }

const cantBeChanged = { text: 'Can’t be changed online', call: ': call' }

/** Says what a patient can still do with an appointment; undefined if it is over or cancelled. Pages and emails say
 *  nothing else about it, before the booking and after.
 *  @param now names a near day by its weekday; undefined in an email, which is read later */
export function cancellationTerms(
  { state, cancelUntil, movesByPhone }: Changes,
  clinic: Clinic,
  now: Date | undefined,
): CancellationTerms | undefined {
  switch (state) {
    case 'changeable':
      return {
        text: `You can cancel online${cancelUntil ? ` until ${wordsOf(cancelUntil, clinic, now)}` : ''}`,
        ...(movesByPhone && { call: '. To move it, call' }),
      }
    case 'too-late':
      if (movesByPhone) return cantBeChanged
      return { text: 'Can’t be cancelled online, can be moved', call: '. To cancel it, call' }
    case 'begun':
      return cantBeChanged
    default:
      return undefined
  }
}

/** Returns the instant as `2:35 PM today`, `Mon 8:00 AM` within a week, `Dec 24, 8:00 AM` within eleven months, or
 *  `Dec 24, 2026, 8:00 AM`; in an email as `Thursday, Dec 24, 8:00 AM`, because the appointment there is soon after. */
function wordsOf(moment: Date, { timeZone, ...locale }: Clinic, now: Date | undefined): string {
  const english = inSentences(locale)
  const day = clinicToday(moment, timeZone)
  const time = formatTime(clinicMinutes(moment, timeZone), english)
  if (!now) return `${formatDayOfWeek(day, english)}, ${time}`
  const today = clinicToday(now, timeZone)
  if (today === day) return `${time} today`
  if (day > today && day < addDays(today, 7)) return `${weekdayOf(day, english).slice(0, 3)} ${time}`
  if (day > today && isYearClear(day, today)) return `${formatDayOfYear(day, english)}, ${time}`
  return formatMoment(moment, timeZone, english).replace(/\p{Zs}/gu, ' ')
}
