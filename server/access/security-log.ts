import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { currentRequestId } from '#server/http/log/request-id.ts'

type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'admin-refused'
  | 'role-changed'
  | 'reset-requested'
  | 'password-changed'
  | 'second-factor-changed'

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
}

/** Writes security events to the log. Emails appear as keyed hashes: equal in every line and on every instance with this secret, but
 *  meaningless without it. */
export function openSecurityLog(log: FastifyBaseLogger, secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32))
  const hashOf = (email: string) =>
    createHmac('sha256', key).update(email.toLowerCase()).digest('base64url').slice(0, 22)

  return {
    record: (security: SecurityEvent, { subject, actor, requestId = currentRequestId(), ...more }: Details): void => {
      const hashes = { subject: subject && hashOf(subject), actor: actor && hashOf(actor) }
      log.info({ security, requestId, ...more, ...hashes }, security.replaceAll('-', ' '))
    },
  }
}
export type SecurityLog = ReturnType<typeof openSecurityLog>
