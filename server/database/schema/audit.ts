import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { type AuditAction, auditAction } from '#contract/audit.ts'

const knownActions = auditAction.options.map((action) => `'${action}'`).join(', ')

/** Actions of admins. `personIds`: the users whom the entry is about; empty in entries of earlier releases. Triggers
 *  make the table append-only, except for entries past their retention time. It has no foreign keys, so that entries
 *  outlive the rows that they are about. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id').notNull(),
    actor: text('email').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    target: text('subject').notNull(),
    ip: text('client_address').notNull(),
    personIds: text('person_ids').array().notNull().default([]),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('audit_by_time').on(table.at),
    index('audit_of_target').on(table.target),
    index('audit_of_actor').on(table.userId),
    index('audit_of_person').using('gin', table.personIds),
    check('audit_action_known', sql`${table.action} in (${sql.raw(knownActions)})`),
  ],
)

/** An entry to append. `actor` is the acting user's email at that time; `ip` is the client's address. */
export type AuditRecord = Omit<typeof audit.$inferInsert, 'id' | 'at'>
