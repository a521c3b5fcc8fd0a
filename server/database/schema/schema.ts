import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A person with an account. `role` is the only source of what they may do. */
export const user = pgTable(
  'user',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role').$type<'admin' | 'patient'>().notNull().default('patient'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_email_once').on(table.email),
    index('user_by_words').using('gin', sql`search_words(${table.name} || ' ' || ${table.email})`),
    index('user_by_name').on(sql`lower(${table.name})`, table.email),
    index('user_by_age').on(table.createdAt, table.email),
    index('user_by_role').on(table.role, table.email),
    check('user_email_lower', sql`${table.email} = lower(${table.email})`),
    check('user_role_known', sql`${table.role} in ('patient', 'admin')`),
  ],
)

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

/** What a mail says beside its fixed words: a link, what a receipt is for (`price` in cents, `date` in the medium format). */
export type MailDetails = {
  link?: string | undefined
  payment?: { treatment: string; date: string; slot: string; price: number; transactionId: string } | undefined
}

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

/** A mail to be sent, and for a day one that was: then without `details`, which can hold a link that signs in.
 *  Nobody takes it before `due`: the end of another's attempt, or of the wait after one that failed. */
export const mail = pgTable(
  'mail',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    details: jsonb('details').$type<MailDetails>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    due: instant('due').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('mail_due').on(table.due).where(sql`${table.doneAt} is null`),
    index('mail_of_recipient').on(table.recipient, table.kind, table.createdAt),
    check('mail_kind_known', sql`${table.kind} in ('verify-email', 'password-reset', 'password-changed', 'receipt')`),
  ],
)

/** Work that one instance does at a time: `holder` has it until then. */
export const lease = pgTable('lease', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  until: instant('until').notNull(),
})

/** What the clinic offers. `price` in cents; `slots` in the order of the day. */
export const treatment = pgTable(
  'treatment',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique('treatment_name_once'),
    slots: text('slots').array().notNull(),
    price: integer('price').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [check('treatment_price_not_negative', sql`${table.price} >= 0`)],
)

/** A patient's appointment. Treatment name, price (cents), and the patient's name and email are those at the time of booking. */
export const booking = pgTable(
  'booking',
  {
    id: uuid('id').primaryKey(),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatment.id),
    treatment: text('treatment').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    slot: text('slot').notNull(),
    price: integer('price').notNull(),
    patientId: text('patient_id')
      .notNull()
      .references(() => user.id),
    patient: text('patient').notNull(),
    patientName: text('patient_name').notNull(),
    phone: text('phone').notNull(),
    transactionId: text('transaction_id'),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
    /** Kept although the patient has another appointment at the same time. */
    overridden: boolean('overridden').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // The date leads so that the rule's own index answers which slots of a day are taken.
    uniqueIndex('booking_slot_once')
      .on(table.date, table.treatmentId, table.slot)
      .where(sql`${table.cancelledAt} is null`),
    uniqueIndex('booking_patient_once')
      .on(table.patientId, table.treatmentId, table.date)
      .where(sql`${table.cancelledAt} is null`),
    uniqueIndex('booking_patient_time_once')
      .on(table.patientId, table.date, table.slot)
      .where(sql`${table.cancelledAt} is null and not ${table.overridden}`),
    uniqueIndex('booking_transaction_once').on(table.transactionId).where(sql`${table.transactionId} is not null`),
    check('booking_price_not_negative', sql`${table.price} >= 0`),
    check('booking_phone_length', sql`length(${table.phone}) <= 40`),
    check('booking_paid_with_transaction', sql`(${table.paidAt} is null) = (${table.transactionId} is null)`),
  ],
)
