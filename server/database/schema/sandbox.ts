import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

const position = () => bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity()

/** What the sandbox keeps of a card: nothing that could be charged. `behaviour` names the test card that it is. */
export type KeptCard = {
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

/** Why an attempt to pay failed, as Stripe words it. */
export type Failure = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  message: string
  param?: string
}

/** What goes wrong on the way of an event, and of a call: see server/sandbox/stripe/fault/fault.ts. */
export type WebhookFaults = {
  delayMs?: number | undefined
  drop?: 'all' | number | undefined
  duplicate?: number | undefined
  reorder?: boolean | undefined
}
export type ApiFault = {
  status?: 429 | 500 | 503 | undefined
  delayMs?: number | undefined
  down?: boolean | undefined
  when: 'before' | 'after'
  next?: number | undefined
  path?: string | undefined
}

/** The card sandbox: a payment intent. Amounts in the currency's smallest unit, here and below. */
export const stripeSandboxIntent = pgTable(
  'stripe_sandbox_intent',
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
    card: jsonb('card').$type<KeptCard>(),
    failure: jsonb('failure').$type<Failure & { charge?: string; card: KeptCard }>(),
    latestCharge: text('latest_charge'),
    canceledAt: instant('canceled_at'),
    cancellationReason: text('cancellation_reason'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('stripe_sandbox_intent_position').on(table.position),
    check('stripe_sandbox_intent_amount', sql`${table.amount} > 0`),
    check(
      'stripe_sandbox_intent_status',
      sql`${table.status} in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'succeeded', 'canceled')`,
    ),
  ],
)

/** The card sandbox: an attempt to charge a card. An intent has one that succeeded at most. */
export const stripeSandboxCharge = pgTable(
  'stripe_sandbox_charge',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id')
      .notNull()
      .references(() => stripeSandboxIntent.id),
    amount: integer('amount').notNull(),
    refunded: integer('refunded').notNull().default(0),
    currency: text('currency').notNull(),
    card: jsonb('card').$type<KeptCard>().notNull(),
    failure: jsonb('failure').$type<Failure>(),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    description: text('description'),
    receiptEmail: text('receipt_email'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('stripe_sandbox_charge_once').on(table.intentId).where(sql`${table.failure} is null`),
    check('stripe_sandbox_charge_refunded', sql`${table.refunded} between 0 and ${table.amount}`),
  ],
)

/** The card sandbox: money given back. */
export const stripeSandboxRefund = pgTable(
  'stripe_sandbox_refund',
  {
    id: text('id').primaryKey(),
    position: position(),
    chargeId: text('charge_id')
      .notNull()
      .references(() => stripeSandboxCharge.id),
    intentId: text('intent_id').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('stripe_sandbox_refund_position').on(table.position),
    index('stripe_sandbox_refund_of_charge').on(table.chargeId),
    index('stripe_sandbox_refund_of_intent').on(table.intentId),
    check('stripe_sandbox_refund_amount', sql`${table.amount} > 0`),
  ],
)

/** The card sandbox: what happened, and whether the site was told. `copies` is how often it is still to be delivered. */
export const stripeSandboxEvent = pgTable(
  'stripe_sandbox_event',
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
    uniqueIndex('stripe_sandbox_event_position').on(table.position),
    index('stripe_sandbox_event_undelivered').on(table.position).where(sql`${table.doneAt} is null`),
  ],
)

/** The card sandbox: a call with an idempotency key, and its answer once there is one. */
export const stripeSandboxCall = pgTable('stripe_sandbox_call', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  requestId: text('request_id').notNull(),
  status: integer('status'),
  body: jsonb('body').$type<object>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** The card sandbox: what is to go wrong, in one row; `dropsLeft` and `callsLeft` are null for a fault that has no end. */
export const stripeSandboxFault = pgTable(
  'stripe_sandbox_fault',
  {
    id: integer('id').primaryKey().default(1),
    webhooks: jsonb('webhooks').$type<WebhookFaults>().notNull(),
    dropsLeft: integer('drops_left'),
    api: jsonb('api').$type<ApiFault>(),
    callsLeft: integer('calls_left'),
  },
  (table) => [check('stripe_sandbox_fault_once', sql`${table.id} = 1`)],
)
