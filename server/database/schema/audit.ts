import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit.ts'

/** What admins did; a trigger refuses to change or remove a row. It refers to no other row, so that it outlives what it tells of. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    subject: text('subject').notNull(),
    clientAddress: text('client_address').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'audit_action_known',
      sql`${table.action} in ('promote-user', 'demote-user', 'add-doctor', 'delete-doctor', 'upload-photo')`,
    ),
  ],
)

/** Input for the audit trail: the actor (user id and current email), the action, its target and the client address. */
export type AuditRecord = Omit<typeof audit.$inferInsert, 'id' | 'at'>
