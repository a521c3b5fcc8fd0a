import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit.ts'

/** Actions of admins. A trigger makes the table append-only. It has no foreign keys, so that entries outlive the rows that they are about. */
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

/** An entry to append. `actor` is the acting user's email at that time; `ip` is the client's address. */
export type AuditRecord = Omit<typeof audit.$inferInsert, 'id' | 'at'>
