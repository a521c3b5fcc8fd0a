import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#server/database/schema/columns.ts'
import { sandboxSchema } from '../schema.ts'
import type { ApiFault, WebhookFaults } from './fault/fault.ts'

const position = () => bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity()

/** A card without its number and security code. `behaviour` is the test card's name, such as `pm_card_visa`. */
export type StoredCard = {
  id: string
  behaviour: string
  brand: string
  funding: string
  last4: string
  expMonth: number
  expYear: number
  name: string | null
  email: string | null
  postalCode: string | null
}

/** The error of a failed payment attempt, in Stripe's words. */
export type Failure = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  message: string
  param?: string
}

/** Payment intents. All amounts are in cents. */
export const intent = sandboxSchema.table(
  'intent',
  {
    id: text('id').primaryKey(),
    position: position(),
    clientSecret: text('client_secret').notNull(),
    status: text('status').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    methodTypes: text('method_types').array().notNull(),
    automatic: text('automatic'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    description: text('description'),
    receiptEmail: text('receipt_email'),
    card: jsonb('card').$type<StoredCard>(),
    failure: jsonb('failure').$type<Failure & { charge?: string; card: StoredCard }>(),
    latestCharge: text('latest_charge'),
    canceledAt: instant('canceled_at'),
    cancellationReason: text('cancellation_reason'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('intent_position').on(table.position),
    check('intent_amount', sql`${table.amount} > 0`),
    check(
      'intent_status',
      sql`${table.status} in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'succeeded', 'canceled')`,
    ),
  ],
)

/** Attempts to charge a card. A unique index allows one successful charge per intent. */
export const charge = sandboxSchema.table(
  'charge',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id')
      .notNull()
      .references(() => intent.id),
    amount: integer('amount').notNull(),
    refunded: integer('refunded').notNull().default(0),
    currency: text('currency').notNull(),
    card: jsonb('card').$type<StoredCard>().notNull(),
    failure: jsonb('failure').$type<Failure>(),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    description: text('description'),
    receiptEmail: text('receipt_email'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('charge_once').on(table.intentId).where(sql`${table.failure} is null`),
    check('charge_refunded', sql`${table.refunded} between 0 and ${table.amount}`),
  ],
)

/** Outcomes of refunds, which depend on the card. */
export type RefundOutcome = 'at-once' | 'late' | 'fails' | 'returned'

/** Refunds. `outcome`: what becomes of it a few seconds later. `returned`: it failed, and its amount can be refunded
 *  again. */
export const refund = sandboxSchema.table(
  'refund',
  {
    id: text('id').primaryKey(),
    position: position(),
    chargeId: text('charge_id')
      .notNull()
      .references(() => charge.id),
    intentId: text('intent_id').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason'),
    outcome: text('outcome').$type<RefundOutcome>().notNull().default('at-once'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('refund_position').on(table.position),
    index('refund_of_charge').on(table.chargeId),
    index('refund_of_intent').on(table.intentId),
    check('refund_outcome_known', sql`${table.outcome} in ('at-once', 'late', 'fails', 'returned')`),
    check('refund_amount', sql`${table.amount} > 0`),
  ],
)

/** Events. `copies` is the number of deliveries left; `doneAt` is set after the last one. */
export const event = sandboxSchema.table(
  'event',
  {
    id: text('id').primaryKey(),
    position: position(),
    type: text('type').notNull(),
    object: jsonb('object').$type<object>().notNull(),
    request: jsonb('request').$type<{ id: string; idempotency_key: string | null }>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    copies: integer('copies').notNull().default(1),
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('event_position').on(table.position),
    index('event_undelivered').on(table.position).where(sql`${table.doneAt} is null`),
  ],
)

/** API calls with an idempotency key, and their responses once they have one. */
export const call = sandboxSchema.table('call', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  requestId: text('request_id').notNull(),
  status: integer('status'),
  body: jsonb('body').$type<object>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** The faults, in one row. `dropsLeft` and `callsLeft` are null for a fault that lasts until it is replaced. */
export const fault = sandboxSchema.table(
  'fault',
  {
    id: integer('id').primaryKey().default(1),
    webhooks: jsonb('webhooks').$type<WebhookFaults>().notNull(),
    dropsLeft: integer('drops_left'),
    api: jsonb('api').$type<ApiFault>(),
    callsLeft: integer('calls_left'),
  },
  (table) => [check('fault_once', sql`${table.id} = 1`)],
)
