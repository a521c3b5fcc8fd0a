import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

type SecurityEvent =
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'admin-refused'
  | 'role-changed'
  | 'reset-requested'
  | 'password-changed'

type Details = {
  /** Says more about the event, in a word: the way of signing in, the limit, the reason. */
  kind?: string | undefined
  /** Id of the request; that of the request under way when left out. */
  requestId?: string | undefined
  /** Email address of the account that the event is about. */
  subject?: string | undefined
  /** Email address of the admin who did it. */
  actor?: string | undefined
  route?: string | undefined
}

/** Writes security events to the log as lines of one form. Of an email address the line has a keyed hash: the same in every line and on
 *  every instance with this secret, and of no use to a reader who does not have the secret. */
export function openSecurityLog(log: FastifyBaseLogger, secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32))
  const requests = new AsyncLocalStorage<string>()
  const hashOf = (address: string) =>
    createHmac('sha256', key).update(address.toLowerCase()).digest('base64url').slice(0, 22)

  return {
    record: (security: SecurityEvent, { subject, actor, requestId = requests.getStore(), ...more }: Details): void => {
      const hashes = { subject: subject && hashOf(subject), actor: actor && hashOf(actor) }
      log.info({ security, requestId, ...more, ...hashes }, security.replaceAll('-', ' '))
    },
    /** Runs `next` as a part of the request with this id. */
    within: (requestId: string, next: () => void): void => requests.run(requestId, next),
  }
}
export type SecurityLog = ReturnType<typeof openSecurityLog>
