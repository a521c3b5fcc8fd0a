import { useSyncExternalStore } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'

/** Names the clinic's time zone, ` (New York time)`, after a time of `date`, if the browser's clock differs from the clinic's on that day.
 *  Renders nothing before it is mounted: a prerendered page can't know the browser's zone. */
export function ClinicZone({ date }: { date: IsoDate }) {
  const browserZone = useSyncExternalStore(neverChanges, readBrowserZone, beforeMount)
  const name = browserZone && foreignZoneName(date, clinic.timeZone, browserZone)
  if (!name) return null
  return (
    <>
      {' '}
      <span className="whitespace-nowrap">({name})</span>
    </>
  )
}

/** `New York time` for `America/New_York`; undefined if the two zones show the same time on `date`. */
export function foreignZoneName(date: IsoDate, clinicZone: string, browserZone: string): string | undefined {
  const noon = new Date(`${date}T12:00:00Z`)
  if (offsetOf(clinicZone, noon) === offsetOf(browserZone, noon)) return undefined
  const city = clinicZone.split('/').at(-1) ?? clinicZone
  return `${city.replaceAll('_', ' ')} time`
}

function offsetOf(timeZone: string, moment: Date): string | undefined {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}

const neverChanges = () => () => {}
const readBrowserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const beforeMount = () => undefined
