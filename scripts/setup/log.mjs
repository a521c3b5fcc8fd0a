/** An error that the user can fix. Setup prints its message without a stack trace. */
export class SetupError extends Error {}

export const fullDisk = 'the disk is full: free about 1 GB and try again'

/** Prints one line, prefixed with `setup:`. */
export function log(text, write = console.log) {
  write(`setup: ${text}`)
}

/** Formats the time since `startedAt`, a value of `performance.now()`: '3.4 s'. */
export function formatSeconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
