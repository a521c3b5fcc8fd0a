import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import type { Identity } from '#server/http/identity.ts'
import { appendAudit } from './store.ts'

/** Appends an action to the audit trail, in the transaction `tx` of that action. `personIds`: the users whom it is
 *  about. */
export type RecordAudit = (tx: Db, action: AuditAction, target: string, personIds?: string[]) => Promise<void>

/** Who acts, and from which address. */
export type AuditActor = Pick<AuditRecord, 'userId' | 'actor' | 'ip'>

/** Returns the holder of a link in an email as an actor: the patient `userId`, who need not be signed in. */
export const actorByLink = (userId: string, ip: string): AuditActor => ({ userId, actor: 'Link in an email', ip })

/** Reads that an instance remembers. */
const maxRecent = 5_000

/** Opens the audit trail for the callers of requests. */
export function openAudit({ db, clock, identity }: { db: Db; clock: () => Date; identity: Identity }) {
  const recent = new Set<string>()

  const actorOf = (request: FastifyRequest): AuditActor => {
    const { userId, email: actor } = identity.caller(request)
    return { userId, actor, ip: request.ip }
  }

  return {
    actorOf,
    /** Returns a function that records actions of the caller of `request`. */
    recordFor:
      (request: FastifyRequest): RecordAudit =>
      (tx, action, target, personIds = []) =>
        appendAudit(tx, { ...actorOf(request), action, target, personIds }),
    /** Records what the caller of `request` looks at, and whose it is. A repeated read by the same user within an hour
     *  adds no entry, so that a page that refetches does not fill the trail. Each instance remembers its own reads. */
    recordRead: async (
      request: FastifyRequest,
      action: AuditAction,
      target: string,
      personIds: string[],
    ): Promise<void> => {
      const entry = { ...actorOf(request), action, target, personIds }
      const hour = Math.floor(clock().getTime() / 3_600_000)
      const key = JSON.stringify([hour, entry.userId, action, target, personIds])
      if (recent.has(key)) return
      const [oldest] = recent
      if (oldest !== undefined && recent.size >= maxRecent) recent.delete(oldest)
      // Before it is stored, so that requests at the same time add one entry.
      recent.add(key)
      try {
        await appendAudit(db, entry)
      } catch (error) {
        recent.delete(key)
        throw error
      }
    },
  }
}
export type Audit = ReturnType<typeof openAudit>

/** Appends a change of somebody's role to the audit trail and to the security log. */
export async function recordRoleChange(security: SecurityLog, tx: Db, entry: AuditRecord): Promise<void> {
  await appendAudit(tx, entry)
  security.record('role-changed', { kind: entry.action, subject: entry.target, actor: entry.actor })
}
