import { parseMediumDate, weekdayOf } from '#contract/kit/time/clinic-date.ts'
import { ClinicZone } from './ClinicZone.tsx'

/** `Saturday` for `Nov 21, 2026`; empty for a text that is no date. */
export function weekdayOfMedium(date: string): string {
  const iso = parseMediumDate(date)
  return iso ? weekdayOf(iso) : ''
}

/** A slot, with the clinic's time zone for browsers in another one. `date` is in the medium format. */
export function SlotTime({ date, slot }: { date: string; slot: string }) {
  const iso = parseMediumDate(date)
  return (
    <>
      <span className="whitespace-nowrap">{slot}</span>
      {iso && <ClinicZone date={iso} />}
    </>
  )
}
