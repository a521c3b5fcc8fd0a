import type { FastifyRequest } from 'fastify'
import type { RecordAudit, RecordRead } from '#server/audit/record.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Features } from './features.ts'

/** Returns functions that record in the audit trail what the caller of a request does, and what they read of patients. */
export function auditBy({ identity, recordRead }: Pick<Features, 'identity' | 'recordRead'>) {
  const actorOf = (request: FastifyRequest) => {
    const { userId, email: actor } = identity.caller(request)
    return { userId, actor, ip: request.ip }
  }
  return {
    actorOf,
    recordAuditFor:
      (request: FastifyRequest): RecordAudit =>
      (tx, action, target, personIds = []) =>
        appendAudit(tx, { ...actorOf(request), action, target, personIds }),
    recordRead: ((request, action, target, personIds) =>
      recordRead({ ...actorOf(request), action, target, personIds })) satisfies RecordRead,
  }
}
