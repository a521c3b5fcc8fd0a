import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { type SettingName, secretSettings, settingNames } from '#contract/outside-service.ts'
import { instant, isOneOf } from './columns.ts'
import { user } from './user.ts'

/** A setting of a service outside this server that an admin has entered. `value` of a secret is encrypted with a key of
 *  the server's secret, which is not in the database. */
export const serviceSetting = pgTable(
  'service_setting',
  {
    name: text('name').$type<SettingName>().primaryKey(),
    value: text('value').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by').references(() => user.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('service_setting_name_known', isOneOf(table.name, settingNames)),
    check('service_setting_value_length', sql`length(${table.value}) between 1 and 3000`),
    check(
      'service_setting_secret_sealed',
      sql`(${isOneOf(table.name, secretSettings)}) = (${table.value} like 'sealed.%')`,
    ),
  ],
)

/** What leaves this server, in one row: emails, and text messages. Each start and each change of a setting writes
 *  it, so that `contact_of()` knows. `mailTriedAt`: when the mail server took a test email; none since an admin has
 *  changed its settings. */
export const sending = pgTable(
  'sending',
  {
    only: boolean('only').primaryKey().default(true),
    emails: boolean('emails').notNull(),
    texts: boolean('texts').notNull(),
    mailTriedAt: instant('mail_tried_at'),
  },
  (table) => [check('sending_once', sql`${table.only}`)],
)
