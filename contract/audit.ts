import { z } from 'zod'

/** What an admin can be told to have done. */
const auditAction = z.enum(['promote-user', 'add-doctor', 'delete-doctor', 'upload-photo'])
export type AuditAction = z.infer<typeof auditAction>

/** One line of the audit trail: who (by e-mail, as it was) did what to whom, when (ISO 8601) and from which client address. */
const auditEntry = z.object({
  _id: z.int().positive(),
  who: z.string(),
  what: auditAction,
  whom: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Query of `GET /audit`: at most `limit` entries (1 to 100), the newest of those older than the entry `before`. */
export const auditQuery = z.object({
  before: z.coerce.number('An entry’s _id').int('An entry’s _id').positive('An entry’s _id').optional(),
  limit: z.coerce.number('1 to 100').int('1 to 100').min(1, '1 to 100').max(100, '1 to 100').default(50),
})

/** Answer of `GET /audit`: the newest first. `older` asks for what comes next, as `before`; null at the end. */
export const auditPage = z.object({ entries: z.array(auditEntry), older: z.int().positive().nullable() })
