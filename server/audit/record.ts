import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit.ts'
import type { Db } from '#server/database/db.ts'

/** Appends an action to the audit trail, in the transaction `tx` of that action. `personIds`: the users whom it is about. */
export type RecordAudit = (tx: Db, action: AuditAction, target: string, personIds?: string[]) => Promise<void>

/** Returns a function that records actions of the caller of `request`. */
export type RecordAuditFor = (request: FastifyRequest) => RecordAudit

/** Records what the caller of `request` looks at, and whose it is. */
export type RecordRead = (
  request: FastifyRequest,
  action: AuditAction,
  target: string,
  personIds: string[],
) => Promise<void>
