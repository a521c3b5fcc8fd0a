import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit.ts'

/** What admins did; a trigger refuses to change or remove a row. It refers to no other row, so that it outlives what it tells of. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id').notNull(),
    actor: text('email').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    target: text('subject').notNull(),
    ip: text('client_address').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'audit_action_known',
      sql`${table.action} in ('promote-user', 'demote-user', 'add-doctor', 'delete-doctor', 'upload-photo')`,
    ),
  ],
)

/** Input for the audit trail: `userId` and `actor`, their email at that time, say who acted; `ip` is the client's address. */
export type AuditRecord = Omit<typeof audit.$inferInsert, 'id' | 'at'>
