// SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

/** SQLSTATE of a write on a database that takes none: a standby, a demoted primary, or the embedded database on a full
 *  disk. */
export const readOnly = '25006'

/** SQLSTATE of a missing permission, also the operating system's. PostgreSQL reports a read-only file system by it
 *  (errcode_for_file_access). */
const insufficientPrivilege = '42501'

/** SQLSTATE of a full disk. */
export const diskFull = '53100'

/** Codes of the errors of queries that are refused because others wait: too many, or for a connection that none gives
 *  back. */
export const [queueFull, queueStill] = ['QUEUE_FULL', 'QUEUE_STILL']

/** Returns the error that caused `error`: Drizzle wraps those of the driver. */
export function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

/** Returns whether a statement or its wait for a lock was canceled after a timeout. */
export function isTooSlow(error: Error): boolean {
  return /^(57014|55P03)$/.test(codeOf(error))
}

/** Returns whether there was no connection to a database that works. Classes 08 (connection), 53 (resources), 57P
 *  (shutdown) and 58 (files), an idle transaction that was ended, a database that accepts no connections, or no
 *  connection at all. */
export function isUnavailable(error: Error): boolean {
  const code = codeOf(error)
  if (code === insufficientPrivilege) return /read-only file system/i.test(error.message)
  if (code) return /^(08|53|57P|58|25P03|55000)|^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/.test(code)
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Returns whether the database could not answer a query, or take a change, at the moment. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const cause = rootCause(error)
  const code = codeOf(cause)
  return isRefused(cause) || code === readOnly || isTooSlow(cause) || isUnavailable(cause)
}

/** Returns whether a query was refused because others wait. */
function isRefused(error: Error): boolean {
  const code = codeOf(error)
  return code === queueFull || code === queueStill
}

/** Returns whether a change may be saved although it failed: the connection broke, perhaps after a COMMIT whose answer
 *  is lost. */
export function isUncertain(error: Error): boolean {
  if (isHarmless in error) return false
  const code = codeOf(error)
  if (code) return /^(08|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT)/.test(code)
  return /Connection terminated unexpectedly|Client has encountered a connection error/.test(error.message)
}

const isHarmless = Symbol('the query changed nothing')

/** Marks the error of a query that reads, or of a connection that was not made: nothing was changed. Returns it. */
export function markHarmless<Reason>(error: Reason): Reason {
  return error instanceof Error ? Object.assign(error, { [isHarmless]: true }) : error
}

/** Returns the code of an error: an SQLSTATE, that of a network error, or ''. */
export function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
