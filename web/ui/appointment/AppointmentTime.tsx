import { parseMediumDate, weekdayOf } from '#contract/kit/time/clinic-date.ts'
import { ClinicZone } from './ClinicZone.tsx'

/** Returns `Saturday` for `Nov 21, 2026`; empty for a text that is not a date. */
export function weekdayOfMedium(date: string): string {
  const day = parseMediumDate(date)
  return day ? weekdayOf(day) : ''
}

/** A slot of `date`, in the medium format, with the clinic's time zone for browsers in another one. The slot stays on one line unless the
 *  line is too short for it. */
export function SlotTime({ date, slot }: { date: string; slot: string }) {
  const day = parseMediumDate(date)
  return (
    <>
      <span className="inline-block">{slot}</span>
      {day && <ClinicZone date={day} />}
    </>
  )
}
