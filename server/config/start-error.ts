import { inspect } from 'node:util'

/** An error that keeps the server from starting and that the operator can fix. `message` is one readable line. */
export class StartError extends Error {}

/** Ends the process with code 1. Prints only the message of a StartError and one line for a full disk, but every other
 *  error with its stack. */
export function reportAndExit(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : (fullDisk(error) ?? inspect(error))}\n`)
  process.exit(1)
}

// Of Node, and of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const fullDiskCodes = ['ENOSPC', 'EDQUOT', '53100']

function fullDisk(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (!('code' in error) || !fullDiskCodes.includes(String(error.code))) return fullDisk(error.cause)
  return `A disk is full: free some space, and start again (${error.message.split('\n')[0]})`
}
