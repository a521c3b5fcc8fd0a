import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type Role, roles } from '#contract/access/roles.ts'
import { instant, isOneOf } from './columns.ts'

/** An account: who signs in. Permissions depend on `role`, which follows from `staff`. */
export const user = pgTable(
  'user',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role').$type<Role>().notNull().default(roles.patient),
    /** An authenticator app is set up. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_email_once').on(table.email),
    index('user_by_words').using('gin', sql`search_words(${table.name} || ' ' || ${table.email})`),
    // A page of the list skips the rows before it in one of these alone. `name` is there because an index of an
    // expression needs its column too.
    index('user_by_name').on(sql`lower(${table.name})`, table.email, table.name),
    index('user_by_age').on(table.createdAt, table.email),
    index('user_by_role').on(sql`(${table.role} <> ${sql.raw(`'${roles.admin}'`)})`, table.email, table.role),
    check('user_email_lower', sql`${table.email} = lower(${table.email})`),
    check('user_role_known', isOneOf(table.role, Object.values(roles))),
  ],
)
