import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type PaymentMethod, paymentMethods, type RefundState, refundStates } from '#contract/desk/payment.ts'
import { booking } from './booking.ts'
import { calendarDay, instant, isOneOf } from './columns.ts'
import { patient } from './patient.ts'

/** States of a payment intent. */
const intentStates = ['open', 'unclaimed', 'settled', 'refunding', 'refunded', 'cancelled'] as const

/** Kinds of entries of the ledger: events, and the states that an intent enters. */
const ledgerKinds = [
  'made',
  'event',
  'unclaimed',
  'settled',
  'refused',
  'refunding',
  'refunded',
  'cancelled',
  'refund-requested',
  'refund-succeeded',
  'refund-failed',
  'disputed',
] as const

/** Why a payment is refunded. */
const refundReasons = [
  'cancelled',
  'by-staff',
  'second-payment',
  'settles-nothing',
  'unclaimed',
  'at-provider',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** A payment intent at the card provider. `amount` in cents. A booking has at most one open intent; a patient has at
 *  most one open intent without a booking. `unclaimed`: without a booking, no longer in use, possibly paid. The
 *  reconciliation checks open, unclaimed intents when they are `due`. `refunded`: the cents of its refunds, made or to
 *  be made. `dispute`: the provider's state of a dispute with the card's bank. */
export const paymentIntent = pgTable(
  'payment_intent',
  {
    id: text('id').primaryKey(),
    bookingId: uuid('booking_id').references(() => booking.id),
    patientId: text('patient_id')
      .notNull()
      .references(() => patient.id),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state').$type<(typeof intentStates)[number]>().notNull().default('open'),
    refunded: integer('refunded').notNull().default(0),
    dispute: text('dispute'),
    disputedAt: instant('disputed_at'),
    due: instant('due').notNull().default(sql`now() + interval '2 minutes'`),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payment_intent_open_once').on(table.bookingId).where(sql`${table.state} = 'open'`),
    uniqueIndex('payment_intent_open_alone_once')
      .on(table.patientId)
      .where(sql`${table.state} = 'open' and ${table.bookingId} is null`),
    index('payment_intent_of_booking').on(table.bookingId),
    index('payment_intent_of_patient').on(table.patientId),
    index('payment_intent_due').on(table.due).where(sql`${table.state} in ('open', 'unclaimed')`),
    check('payment_intent_refunded_within_amount', sql`${table.refunded} between 0 and ${table.amount}`),
    check('payment_intent_dispute_dated', sql`(${table.dispute} is null) = (${table.disputedAt} is null)`),
    check('payment_intent_amount_positive', sql`${table.amount} > 0`),
    check('payment_intent_state_known', isOneOf(table.state, intentStates)),
    check('payment_intent_settles_a_booking', sql`${table.state} <> 'settled' or ${table.bookingId} is not null`),
  ],
)

/** What came in for an appointment; `amount` in cents. Triggers give it the number of its receipt and the day of the
 *  till, and keep it: only a void changes it, until that day is closed. `takenBy`: the email of the staff who took it.
 *  `refunded`: the cents of its refunds, made or to be made. */
export const payment = pgTable(
  'payment',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id),
    method: text('method').$type<PaymentMethod>().notNull(),
    amount: integer('amount').notNull(),
    /** What finds it elsewhere, such as a number of the terminal. */
    reference: text('reference').notNull().default(''),
    /** The intent of a card payment. */
    intentId: text('intent_id').references(() => paymentIntent.id),
    takenBy: text('taken_by'),
    takenAt: instant('taken_at').notNull().defaultNow(),
    day: calendarDay('day').notNull().default(sql`current_date`),
    /** The number of its receipt, `2026-00042`, is unique and has no gaps within a year. */
    receiptYear: integer('receipt_year').notNull().default(0),
    receiptCount: integer('receipt_count').notNull().default(0),
    refunded: integer('refunded').notNull().default(0),
    voidedAt: instant('voided_at'),
    voidedBy: text('voided_by'),
    voidReason: text('void_reason').notNull().default(''),
  },
  (table) => [
    uniqueIndex('payment_receipt_once').on(table.receiptYear, table.receiptCount),
    uniqueIndex('payment_of_intent_once').on(table.intentId),
    index('payment_of_booking').on(table.bookingId),
    index('payment_by_day').on(table.day),
    check('payment_amount_positive', sql`${table.amount} > 0`),
    check('payment_method_known', isOneOf(table.method, paymentMethods)),
    check('payment_intent_of_card', sql`${table.intentId} is null or ${table.method} = 'card-online'`),
    check('payment_reference_length', sql`length(${table.reference}) <= 100`),
    check('payment_void_reason_length', sql`length(${table.voidReason}) <= 200`),
    check('payment_refunded_within_amount', sql`${table.refunded} between 0 and ${table.amount}`),
    check(
      'payment_voided_whole',
      sql`${table.voidedAt} is null or (${table.refunded} = 0 and ${table.method} <> 'card-online')`,
    ),
  ],
)

/** A refund of a payment, in full or in part; `amount` in cents. `method` is that of the payment: what was paid by card
 *  online goes back through the provider (`intentId`), all other money by hand. A refund without `paymentId` is one of
 *  an intent that paid nothing. `due`: the provider has not confirmed it yet, or nobody has handed it out. `pending`:
 *  the provider has it and the bank does not. `failed`: the bank returned it. The reconciliation checks refunds at the
 *  provider in these states from `checkAt` on. `attempt` counts the refunds requested at the provider, the last of
 *  which is `providerId`. `requestedBy`: the email of the staff who requested it. */
export const refund = pgTable(
  'refund',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id').references(() => payment.id),
    intentId: text('intent_id').references(() => paymentIntent.id),
    method: text('method').$type<PaymentMethod>().notNull().default('card-online'),
    amount: integer('amount').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    note: text('note').notNull().default(''),
    requestedBy: text('requested_by'),
    state: text('state').$type<RefundState>().notNull().default('due'),
    attempt: integer('attempt').notNull().default(1),
    providerId: text('provider_id'),
    checkAt: instant('check_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    succeededAt: instant('succeeded_at'),
  },
  (table) => [
    uniqueIndex('refund_at_provider_once').on(table.providerId).where(sql`${table.providerId} is not null`),
    index('refund_of_intent').on(table.intentId),
    index('refund_of_payment').on(table.paymentId),
    index('refund_to_check').on(table.checkAt).where(sql`${table.state} in ('due', 'pending', 'failed')`),
    check('refund_method_known', isOneOf(table.method, paymentMethods)),
    check('refund_of_something', sql`${table.paymentId} is not null or ${table.intentId} is not null`),
    check('refund_at_provider', sql`${table.intentId} is null or ${table.method} = 'card-online'`),
    check('refund_amount_positive', sql`${table.amount} > 0`),
    check('refund_note_length', sql`length(${table.note}) <= 200`),
    check('refund_state_known', isOneOf(table.state, refundStates)),
    check('refund_succeeded_at', sql`(${table.state} = 'succeeded') = (${table.succeededAt} is not null)`),
    check('refund_reason_known', isOneOf(table.reason, refundReasons)),
  ],
)

/** What refunds of payments took out of the till, in cents, on its day: a trigger adds a row when a refund succeeds,
 *  and one with a minus when the bank returns it. The rows stay. */
export const refundEntry = pgTable(
  'refund_entry',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refund.id),
    day: calendarDay('day').notNull(),
    amount: integer('amount').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('refund_entry_of_refund').on(table.refundId), index('refund_entry_by_day').on(table.day)],
)

/** Events and state changes of payments, in the order in which the server learned of them. A trigger makes the table
 *  append-only. `amount` in cents. */
export const paymentLedger = pgTable(
  'payment_ledger',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<(typeof ledgerKinds)[number]>().notNull(),
    intentId: text('intent_id').notNull(),
    bookingId: uuid('booking_id'),
    amount: integer('amount'),
    currency: text('currency'),
    /** The provider's id of an event or a refund. */
    reference: text('reference'),
    /** The type of an event, or the reason of a refusal or a refund. */
    detail: text('detail'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payment_ledger_event_once').on(table.reference).where(sql`${table.kind} = 'event'`),
    uniqueIndex('payment_ledger_step_once')
      .on(table.intentId, table.kind)
      .where(sql`${table.kind} not in ('event', 'refund-requested', 'refund-succeeded', 'refund-failed', 'disputed')`),
    index('payment_ledger_of_booking').on(table.bookingId),
    check('payment_ledger_kind_known', isOneOf(table.kind, ledgerKinds)),
  ],
)
