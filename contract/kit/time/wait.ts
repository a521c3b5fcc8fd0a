const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Formats a number of seconds as words: `40 seconds`, `a minute`, `3 minutes`. Rounds up, so that a client that waits
 *  this long has waited long enough. */
export function waitInWords(seconds: number): string {
  const wait = Math.max(1, Math.ceil(seconds))
  if (wait === 1) return 'a second'
  if (wait <= minute) return wait === minute ? 'a minute' : `${wait} seconds`
  if (wait <= hour) return wait > hour - minute ? 'an hour' : `${Math.ceil(wait / minute)} minutes`
  if (wait <= day) return wait > day - hour ? 'a day' : `${Math.ceil(wait / hour)} hours`
  return `${Math.ceil(wait / day)} days`
}
