/** Returns minutes after midnight as a time field has them: `08:30`. Midnight at the end of the day is `00:00`. */
export function toTimeText(minutes: number): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`
}

/** Returns the time of a time field in minutes after midnight. `isEnd`: midnight is the end of the day. */
export function toMinutes(text: string, { isEnd = false } = {}): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)) || (isEnd ? 1_440 : 0)
}
