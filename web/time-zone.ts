// Each takes milliseconds to make, and a page asks for every time that it shows.
const formatters = new Map<string, Intl.DateTimeFormat>()
let ownZone: string | undefined

/** Returns the browser's IANA time zone, as it was when it was first asked for. */
export function browserZone(): string {
  ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return ownZone
}

/** Tells whether clocks in two IANA time zones show the same time at `moment`.
 *  @throws RangeError for a zone that the browser doesn't know */
export function isSameTime(moment: Date, zone: string, otherZone: string): boolean {
  return zone === otherZone || offsetOf(zone, moment) === offsetOf(otherZone, moment)
}

function offsetOf(timeZone: string, moment: Date): string | undefined {
  const known = formatters.get(timeZone)
  const formatter = known ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  if (!known) formatters.set(timeZone, formatter)
  const parts = formatter.formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}
