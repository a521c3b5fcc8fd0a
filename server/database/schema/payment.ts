import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { booking } from './booking.ts'
import { instant } from './columns.ts'
import { user } from './user.ts'

/** A payment intent at the card provider. `amount` in cents. A booking has at most one open and one settled intent; a patient has at most
 *  one open intent without a booking. `unclaimed`: without a booking, no longer in use, possibly paid. The reconciliation checks open,
 *  unclaimed and refunding intents when they are `due`. */
export const paymentIntent = pgTable(
  'payment_intent',
  {
    id: text('id').primaryKey(),
    bookingId: uuid('booking_id').references(() => booking.id),
    patientId: text('patient_id')
      .notNull()
      .references(() => user.id),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state').$type<IntentState>().notNull().default('open'),
    due: instant('due').notNull().default(sql`now() + interval '2 minutes'`),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payment_intent_open_once').on(table.bookingId).where(sql`${table.state} = 'open'`),
    uniqueIndex('payment_intent_open_alone_once')
      .on(table.patientId)
      .where(sql`${table.state} = 'open' and ${table.bookingId} is null`),
    uniqueIndex('payment_intent_settled_once').on(table.bookingId).where(sql`${table.state} = 'settled'`),
    index('payment_intent_of_booking').on(table.bookingId),
    index('payment_intent_due').on(table.due).where(sql`${table.state} in ('open', 'unclaimed', 'refunding')`),
    check('payment_intent_amount_positive', sql`${table.amount} > 0`),
    check(
      'payment_intent_state_known',
      sql`${table.state} in ('open', 'unclaimed', 'settled', 'refunding', 'refunded', 'cancelled')`,
    ),
    check('payment_intent_settles_a_booking', sql`${table.state} <> 'settled' or ${table.bookingId} is not null`),
  ],
)

/** Events and state changes of payments, in the order in which the server learned of them. A trigger makes the table append-only. `amount` in
 *  cents. */
export const paymentLedger = pgTable(
  'payment_ledger',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<LedgerKind>().notNull(),
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
    uniqueIndex('payment_ledger_step_once').on(table.intentId, table.kind).where(sql`${table.kind} <> 'event'`),
    index('payment_ledger_of_booking').on(table.bookingId),
    check(
      'payment_ledger_kind_known',
      sql`${table.kind} in ('made', 'event', 'unclaimed', 'settled', 'refused', 'refunding', 'refunded', 'cancelled')`,
    ),
  ],
)
type IntentState = 'open' | 'unclaimed' | 'settled' | 'refunding' | 'refunded' | 'cancelled'
type LedgerKind = 'made' | 'event' | 'refused' | Exclude<IntentState, 'open'>
