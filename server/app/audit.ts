import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import type { Features } from './features.ts'

/** Returns functions that record in the audit trail what the caller of a request does, and what they read of patients. */
export function auditBy({ identity, recordRead }: Pick<Features, 'identity' | 'recordRead'>) {
  const actorOf = (request: FastifyRequest) => {
    const { userId, email: actor } = identity.caller(request)
    return { userId, actor, ip: request.ip }
  }
  return {
    actorOf,
    recordAuditFor: (request: FastifyRequest) => (tx: Db, action: AuditAction, target: string) =>
      appendAudit(tx, { ...actorOf(request), action, target }),
    recordRead: (request: FastifyRequest, action: AuditAction, target: string) =>
      recordRead({ ...actorOf(request), action, target }),
  }
}
