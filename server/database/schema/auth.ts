import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { roles } from '#contract/access/roles.ts'
import { instant } from './columns.ts'
import { user } from './user.ts'

/** A sign-in on one device. Deleting the row ends the session and invalidates its tokens. `usedAt`: when a person last
 *  did something, to the minute. `confirmedAt`: when the person last proved who they are. `secondFactorAt`: when they
 *  passed the second factor. */
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
    usedAt: instant('used_at').notNull().defaultNow(),
    confirmedAt: instant('confirmed_at').notNull().defaultNow(),
    secondFactorAt: instant('second_factor_at'),
  },
  (table) => [index('session_of_user').on(table.userId), index('session_by_expiry').on(table.expiresAt)],
)

/** Matches a session, joined with its user, in which requests can be made. A user with a second factor must have passed
 *  it in this session, and a session of staff ends after 30 minutes without use and 12 hours at the latest
 *  (docs/decisions/0042). */
export const isLiveSession = sql<boolean>`(${session.expiresAt} > now()
  and (${session.secondFactorAt} is not null or not ${user.twoFactorEnabled})
  and (${user.role} = ${sql.raw(`'${roles.patient}'`)} or (${session.usedAt} > now() - interval '30 minutes' and ${session.createdAt} > now() - interval '12 hours')))`

/** A credential: a password, or an account at a sign-in provider. Better Auth defines the columns. */
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

/** An authenticator app and its recovery codes, both encrypted. Better Auth defines the columns. `verified`: its owner
 *  has entered a first code. */
export const twoFactor = pgTable(
  'two_factor',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    verified: boolean('verified').notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [uniqueIndex('two_factor_of_user_once').on(table.userId)],
)

/** A passkey (WebAuthn credential). Better Auth defines the columns. */
export const passkey = pgTable(
  'passkey',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: instant('created_at').notNull().defaultNow(),
    aaguid: text('aaguid'),
  },
  (table) => [uniqueIndex('passkey_credential_once').on(table.credentialID), index('passkey_of_user').on(table.userId)],
)

/** Short-lived tokens that Better Auth issues. */
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
    // A hash index, because a value can exceed the maximum size of a B-tree entry.
    index('verification_of_user').using('hash', table.value),
  ],
)

/** A new email of an account that waits for its owner to open the link there before `expiresAt`. The link names
 *  `id`. */
export const emailChange = pgTable('email_change', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  id: uuid('id').notNull(),
  email: text('email').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** Better Auth's rate limits by client address, shared by all instances. */
export const rateLimit = pgTable('rate_limit', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique('rate_limit_key_once'),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/** Buckets of the limits in `attempts.ts`. A bucket refills over time and is full at `fullAt`; after that, its row has
 *  no effect. `key` is a keyed hash. */
export const attemptBucket = pgTable(
  'attempt_bucket',
  {
    key: text('key').primaryKey(),
    fullAt: instant('full_at').notNull(),
  },
  (table) => [index('attempt_bucket_by_age').on(table.fullAt)],
)
