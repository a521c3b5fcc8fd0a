/** A failure that the reader can mend: shown as its message alone. */
export class SetupError extends Error {}

/** Writes one line that says it comes from the set-up. */
export function say(text, write = console.log) {
  write(`setup: ${text}`)
}

/** Seconds since `began`, a `performance.now()`, for people: '3.4 s'. */
export function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}
