import { inspect } from 'node:util'

/** An error that keeps the server from starting and that the operator can fix. `message` is one readable line. */
export class StartError extends Error {}

/** Ends the process with code 1. Prints only the message of a StartError, but every other error with its stack. */
export function reportAndExit(error: unknown): never {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${inspect(error)}\n`)
  process.exit(1)
}
