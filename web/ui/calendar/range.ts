/** Returns `on Dec 1, 2026`, or `from Dec 1, 2026 to Dec 4, 2026`. Days in the medium format. */
export function rangeInWords(firstDay: string, lastDay: string): string {
  return firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`
}
