import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { user } from './user.ts'

/** A sign-in on one device. Deleting the row ends it, and every token issued for it. */
export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique('session_token_once'),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('session_of_user').on(table.userId)],
)

/** A way in: a password, or an account at a provider. Columns as Better Auth has them. */
export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('account_once').on(table.providerId, table.accountId),
    index('account_of_user').on(table.userId),
  ],
)

/** Short-lived proofs that Better Auth hands out. */
export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verification_by_identifier').on(table.identifier),
    // By hash: a value can be longer than a B-tree takes.
    index('verification_of_user').using('hash', table.value),
  ],
)

/** Sign-in attempts by address, counted by Better Auth for all instances together. */
export const rateLimit = pgTable('rate_limit', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique('rate_limit_key_once'),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/** The attempts that are left at an account's password: they come back one by one, and all are there at `fullAt`. A row whose
 *  `fullAt` has passed says what none would. `key` is a keyed hash, so that the table names nobody. */
export const attemptBucket = pgTable(
  'attempt_bucket',
  {
    key: text('key').primaryKey(),
    fullAt: instant('full_at').notNull(),
  },
  (table) => [index('attempt_bucket_by_age').on(table.fullAt)],
)
