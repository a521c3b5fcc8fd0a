import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { PaymentLimits } from '../limits.ts'
import { type CardEvent, type CardProvider, type Intent, ProviderOutOfReach } from '../provider.ts'
import { type Receipt, receiptFor } from '../receipt.ts'
import { appendEntry, findIntentBooking, lockIntent, saveIntent, updateState } from '../store.ts'
import { type Claim, judge, type Payable, type Refusal } from './verdict.ts'

/** What payment needs of the booking table, whose feature is its only writer. `price` in cents. */
export type Bookings = {
  /** A booking that is not cancelled. */
  find: (db: Db, id: string) => Promise<BookingRow | undefined>
  /** Tells whether a patient has an unpaid booking of exactly this price. */
  hasUnpaid: (db: Db, patientId: string, price: number) => Promise<boolean>
  /** Selects a booking FOR UPDATE, cancelled or not. */
  lock: (tx: Db, id: string) => Promise<BookingRow | undefined>
  /** Selects a patient's unpaid bookings of exactly this price FOR UPDATE, the soonest first; no more than two. */
  lockUnpaid: (tx: Db, patientId: string, price: number) => Promise<BookingRow[]>
  /** Marks a locked booking as paid by an intent. */
  markPaid: (tx: Db, id: string, transactionId: string) => Promise<BookingRow>
}

/** Dependencies of the payment feature. */
export type PaymentDeps = {
  db: Db
  bookings: Bookings
  cards: CardProvider
  log: FastifyBaseLogger
  publicUrl: string
  /** Limits per account, in seconds to wait; undefined when the attempt is allowed. */
  limits: PaymentLimits
  /** Adds the receipt's email, in the transaction that marks the booking as paid. */
  addReceipt: (tx: Db, receipt: Receipt) => Promise<void>
  /** Called once that transaction is committed. */
  onPaid: () => void
}

export type SettleOutcome = { ok: true; booking: BookingRow } | { ok: false; reason: Refusal; intent?: Intent }
type Because = { claim?: Claim; event?: CardEvent }
type Decision = { outcome: SettleOutcome; isNew?: boolean; refund?: boolean }

/** The only way to 'paid'. Asks the provider about an intent; if its booking's price was received from its patient, marks the booking as
 *  paid. An intent made for a price alone settles the booking that the patient claims, or the only unpaid one of that price. A payment
 *  that settles nothing is refunded. Calls may repeat and come in any order.
 *  @throws ProviderOutOfReach, and nothing has changed then. */
export async function settle(deps: PaymentDeps, intentId: string, because: Because = {}): Promise<SettleOutcome> {
  const intent = await deps.cards.findIntent(intentId)
  if (!intent) return { ok: false, reason: 'unknown' }
  const { outcome, isNew, refund } = await deps.db.transaction((tx) => decide(deps, tx, intent, because))
  if (refund) await giveBack(deps, intentId).catch((error) => leaveForLater(deps.log, intentId, error))
  if (isNew) deps.onPaid()
  return outcome
}

async function decide(deps: PaymentDeps, tx: Db, intent: Intent, { claim, event }: Because): Promise<Decision> {
  const rows = await lockPayables(deps.bookings, tx, intent, claim)
  const known = await lockIntent(tx, intent.id)
  const [row] = rows
  if (event) await appendEvent(tx, event, row?.id ?? null)
  const verdict = judge(intent, known?.state, rows.map(toPayable), claim)
  if (verdict === 'settled' && row) return { outcome: { ok: true, booking: row } }
  if (verdict === 'settle' && row)
    return { outcome: { ok: true, booking: await pay(deps, tx, intent, row) }, isNew: true }
  if (verdict === 'refund') {
    await saveState(tx, intent, row, 'refunding', row ? 'second payment' : 'settles no appointment')
    return { outcome: { ok: false, reason: 'already-paid', intent }, refund: true }
  }
  const reason = verdict as Refusal
  if (!intent.booking && claim && (reason === 'already-paid' || reason === 'price-mismatch')) {
    // Not for the booking claimed; perhaps for the only other one of that price, else it is refunded.
    return { ...(await decide(deps, tx, intent, {})), outcome: { ok: false, reason, intent } }
  }
  if (reason === 'unclaimed' && known?.state !== 'unclaimed') await saveState(tx, intent, undefined, 'unclaimed')
  // The money is there and pays nothing: somebody at the clinic has to look.
  if (reason === 'price-mismatch') await reportMismatch(deps, tx, intent)
  return { outcome: { ok: false, reason, intent } }
}

/** Locks the bookings that an intent may pay, before its own row is locked. */
async function lockPayables(
  bookings: Bookings,
  tx: Db,
  intent: Intent,
  claim: Claim | undefined,
): Promise<BookingRow[]> {
  const named = intent.booking ?? claim?.booking ?? (await findIntentBooking(tx, intent.id))
  const id = z.uuid().safeParse(named).data
  if (id) return [await bookings.lock(tx, id)].filter((row) => row !== undefined)
  return intent.patient ? bookings.lockUnpaid(tx, intent.patient, intent.received) : []
}

async function pay(
  { publicUrl, addReceipt, bookings }: PaymentDeps,
  tx: Db,
  intent: Intent,
  row: BookingRow,
): Promise<BookingRow> {
  await saveState(tx, intent, row, 'settled')
  const paid = await bookings.markPaid(tx, row.id, intent.id)
  await addReceipt(tx, receiptFor(paid, publicUrl))
  return paid
}

async function saveState(
  tx: Db,
  { id, patient, received: amount, currency }: Intent,
  row: BookingRow | undefined,
  state: 'settled' | 'refunding' | 'unclaimed',
  detail: string | null = null,
) {
  if (!patient) throw new Error('An intent without a patient is not kept')
  const bookingId = row?.id ?? null
  await saveIntent(tx, { id, bookingId, patientId: patient, amount, currency, state })
  await appendEntry(tx, { kind: state, intentId: id, bookingId, amount, currency, detail })
}

async function reportMismatch({ log }: PaymentDeps, tx: Db, { id, booking, received: amount, currency }: Intent) {
  const detail = 'price-mismatch'
  const bookingId = z.uuid().safeParse(booking).data ?? null
  await appendEntry(tx, { kind: 'refused', intentId: id, bookingId, amount, currency, detail })
  log.warn({ intent: id, reason: detail }, 'a payment was received that settles no appointment')
}

/** Adds an event to the ledger; returns false when it was there before. */
export function appendEvent(db: Db, { id, type, intent, amount }: CardEvent, bookingId: string | null) {
  return appendEntry(db, {
    kind: 'event',
    intentId: intent,
    bookingId,
    reference: id,
    detail: type,
    amount: amount ?? null,
  })
}

/** Refunds a refunding intent, once.
 *  @throws ProviderOutOfReach; the reconciliation tries again. */
export async function giveBack({ db, cards }: PaymentDeps, intentId: string): Promise<void> {
  // The provider keeps a failure under its key, too; after an hour another one is tried.
  const hour = Math.floor(Date.now() / 3_600_000)
  const reference = await cards.refund(intentId, `refund-${intentId}-${hour}`)
  await updateState(db, intentId, 'refunding', 'refunded', { reference: reference ?? null })
}

// The reconciliation tries it again.
function leaveForLater(log: FastifyBaseLogger, intent: string, error: unknown) {
  if (!(error instanceof ProviderOutOfReach)) throw error
  log.warn({ ...error.reason, intent }, 'the card provider could not be asked; it will be, later')
}

function toPayable(row: BookingRow): Payable {
  return { ...row, cancelled: row.cancelledAt !== null }
}
