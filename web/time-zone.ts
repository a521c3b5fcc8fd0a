/** Returns the browser's IANA time zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Tells whether clocks in two IANA time zones show the same time at `moment`.
 *  @throws RangeError for a zone that the browser doesn't know */
export function isSameTime(moment: Date, zone: string, otherZone: string): boolean {
  return offsetOf(zone, moment) === offsetOf(otherZone, moment)
}

function offsetOf(timeZone: string, moment: Date): string | undefined {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}
