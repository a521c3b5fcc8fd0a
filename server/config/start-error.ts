import { inspect } from 'node:util'

/** Something the operator can mend keeps the server from starting. `message` is the one line that they read. */
export class StartError extends Error {}

/** Ends the process with code 1: one readable line for a `StartError`, the whole error for a fault of ours. */
export function reportAndExit(error: unknown): never {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${inspect(error)}\n`)
  process.exit(1)
}
