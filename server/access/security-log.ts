import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { countRepeats } from '#server/http/log/counted-warning.ts'
import { currentRequestId } from '#server/http/log/request-id.ts'

/** The values of the field `security`, which docs/operating.md lists. */
export const securityEvents = [
  'signed-in',
  'sign-in-failed',
  'sign-in-limited',
  'admin-refused',
  'requests-limited',
  'role-changed',
  'reset-requested',
  'password-changed',
  'second-factor-changed',
] as const
type SecurityEvent = (typeof securityEvents)[number]

type Details = {
  /** Detail of the event: the sign-in method, the role change or the reason. */
  kind?: string | undefined
  /** Id of the request; defaults to that of the current request. */
  requestId?: string | undefined
  /** Email of the account that the event is about. */
  subject?: string | undefined
  /** Email of the admin who acted. */
  actor?: string | undefined
  route?: string | undefined
  /** Network of the client. */
  client?: string | undefined
}

/** Refusals, which one client can cause without end: repeats within a minute are one line. */
const refusals: readonly SecurityEvent[] = ['sign-in-failed', 'sign-in-limited', 'admin-refused', 'requests-limited']
const repeatsMs = 60_000

/** Writes security events to the log. Emails and client networks appear as keyed hashes: equal in every line and on
 *  every instance with this secret, but meaningless without it. A refusal that the same client repeats within a minute
 *  is written once more, with the number of its repeats. */
export function openSecurityLog(log: FastifyBaseLogger, secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32))
  const hashOf = (text: string) => createHmac('sha256', key).update(text.toLowerCase()).digest('base64url').slice(0, 22)
  type Line = { security: SecurityEvent } & Details
  const write = (line: Line, count?: number): void => log.info({ ...line, count }, line.security.replaceAll('-', ' '))
  const { report, flush } = countRepeats<Line>(write, repeatsMs)

  return {
    record: (security: SecurityEvent, { subject, actor, client, ...more }: Details): void => {
      const hashes = {
        subject: subject && hashOf(subject),
        actor: actor && hashOf(actor),
        client: client && hashOf(client),
      }
      const line = { security, requestId: currentRequestId(), ...more, ...hashes }
      if (!refusals.includes(security)) {
        write(line)
        return
      }
      // A limited client may name another account each time.
      const about = security === 'sign-in-limited' ? undefined : line.subject
      report(JSON.stringify([security, line.kind, line.client, about]), line)
    },
    /** Writes the refusals that were only counted yet. */
    flush,
  }
}
export type SecurityLog = ReturnType<typeof openSecurityLog>
