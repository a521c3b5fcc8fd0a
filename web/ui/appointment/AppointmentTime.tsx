import { useSyncExternalStore } from 'react'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { showSlot, weekdayInText, weekdayOf } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { browserZone, isSameTime } from '#web/time-zone.ts'

/** Returns `Saturday` for `Nov 21, 2026`; empty for a text that is not a date. */
export function weekdayOfMedium(date: string): string {
  const day = parseMediumDate(date)
  return day ? weekdayOf(day) : ''
}

/** The same, in a sentence. */
export function weekdayOfMediumInText(date: string): string {
  const day = parseMediumDate(date)
  return day ? weekdayInText(day) : ''
}

/** A slot of `date`, in the medium format, with the clinic's time zone for browsers in another one. The slot stays on
 *  one line unless the line is too short for it. */
export function SlotTime({ date, slot }: { date: string; slot: string }) {
  return <Time date={date} text={showSlot(slot)} />
}

/** The same as people say it: `8:00 to 8:30 AM`. */
export function PeriodTime({ date, slot }: { date: string; slot: string }) {
  return <Time date={date} text={showPeriod(slot)} />
}

function Time({ date, text }: { date: string; text: string }) {
  const day = parseMediumDate(date)
  return (
    <>
      <span className="inline-block">{text}</span>
      {day && <ClinicZone date={day} />}
    </>
  )
}

/** Names the clinic's time zone, ` (New York time)`, after a time of `date`, if the browser's clock differs from the
 *  clinic's on that day. The server can't know the browser's zone: what it renders is shown only where
 *  web/app/head/early.ts has found another one. */
export function ClinicZone({ date }: { date: IsoDate }) {
  const ownZone = useSyncExternalStore(neverChanges, browserZone, onServer)
  if (ownZone && isSameTime(noonOf(date), clinic.timeZone, ownZone)) return null
  return (
    <>
      {' '}
      <span className={`inline-block ${ownZone ? '' : 'foreign-only'}`}>({nameOfZone(clinic.timeZone)})</span>
    </>
  )
}

/** Returns `New York time` for `America/New_York`. */
export function nameOfZone(zone: string): string {
  const city = zone.split('/').at(-1) ?? zone
  return `${city.replaceAll('_', ' ')} time`
}

const noonOf = (date: IsoDate) => new Date(`${date}T12:00:00Z`)
const neverChanges = () => () => {}
const onServer = () => undefined
