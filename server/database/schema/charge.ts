import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { booking } from './booking.ts'
import { instant, isOneOf } from './columns.ts'
import { refund } from './payment.ts'

/** Kinds of charges. `credit` takes back what was charged, and is negative. */
const chargeKinds = ['treatment', 'no-show', 'credit'] as const
export type ChargeKind = (typeof chargeKinds)[number]

/** What an appointment costs; `amount` in cents. A trigger adds the treatment's price as it was booked. An appointment
 *  has one charge that counts, for its treatment or for a patient who did not come; another price is another charge,
 *  with the reason, in its place. A credit belongs to the charge that it reduces, and counts while that does. A credit
 *  of a refund ends with it. `madeBy`: the email of the staff; none for what
 *  followed from the patient's booking or cancellation. */
export const charge = pgTable(
  'charge',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => booking.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ChargeKind>().notNull(),
    /** What it is for, such as the treatment's name. */
    words: text('words').notNull(),
    amount: integer('amount').notNull(),
    /** The charge that a credit reduces: the one that counts when it is made, as a trigger writes it. */
    chargeId: uuid('charge_id').references((): AnyPgColumn => charge.id, { onDelete: 'cascade' }),
    refundId: uuid('refund_id').references(() => refund.id),
    reason: text('reason').notNull().default(''),
    madeBy: text('made_by'),
    madeAt: instant('made_at').notNull().defaultNow(),
    voidedAt: instant('voided_at'),
    voidedBy: text('voided_by'),
  },
  (table) => [
    uniqueIndex('charge_once').on(table.bookingId).where(sql`${table.kind} <> 'credit' and ${table.voidedAt} is null`),
    index('charge_of_booking').on(table.bookingId),
    index('charge_of_charge').on(table.chargeId).where(sql`${table.chargeId} is not null`),
    index('charge_of_refund').on(table.refundId).where(sql`${table.refundId} is not null`),
    check('charge_kind_known', isOneOf(table.kind, chargeKinds)),
    check(
      'charge_credit_negative',
      sql`case when ${table.kind} = 'credit' then ${table.amount} < 0 else ${table.amount} >= 0 end`,
    ),
    check('charge_credit_of_charge', sql`(${table.kind} = 'credit') = (${table.chargeId} is not null)`),
    check('charge_reason_length', sql`length(${table.reason}) <= 200`),
  ],
)
