/** Returns the result of `run`, or undefined if it throws, as a blocked storage or invalid JSON does. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
