import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

const timeoutMs = 3_000

/** Returns a function that tells whether a password is in a list of leaked ones. It sends the first five characters of
 *  the SHA-1 hash, so that the service does not learn the password (k-anonymity,
 *  https://haveibeenpwned.com/API/v3#PwnedPasswords). Without `url`, or while the service does not answer, no password
 *  counts as leaked. */
export function breachedPasswords(url: string | undefined, log: FastifyBaseLogger) {
  return async (password: string): Promise<boolean> => {
    if (url === undefined) return false
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      const response = await fetch(new URL(hash.slice(0, 5), url), {
        // Hides how many hashes the answer has.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const lines = (await response.text()).split(/\r?\n/)
      // Padding has the count 0.
      return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(':0'))
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : undefined }, 'leaked passwords could not be checked')
      return false
    }
  }
}
