import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What an email says beside its fixed words: a link, what a receipt is for (`price` in cents, `date` in the medium format). */
export type MailDetails = {
  link?: string | undefined
  payment?: { treatment: string; date: string; slot: string; price: number; transactionId: string } | undefined
}

/** An email to be sent, and for a day one that was: then without `details`, which can hold a link that signs in. Its job has the same id;
 *  the limit of emails for a recipient counts these rows. */
export const mail = pgTable(
  'mail',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    details: jsonb('details').$type<MailDetails>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('mail_unsent').on(table.id).where(sql`${table.doneAt} is null`),
    index('mail_of_recipient').on(table.recipient, table.kind, table.createdAt),
    check('mail_kind_known', sql`${table.kind} in ('verify-email', 'password-reset', 'password-changed', 'receipt')`),
  ],
)
