import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db } from '#server/database/open.ts'
import { type CardEvent, type CardProvider, type Intent, ProviderOutOfReach } from './provider.ts'
import { type Receipt, receiptFor } from './receipt.ts'
import { appendEntry, type BookingRow, lockBooking, lockIntent, saveIntent, updatePaid, updateState } from './store.ts'
import { type Claim, judge, type Payable, type Refusal } from './verdict.ts'

/** What payment is done with. */
export type PaymentParts = {
  db: Db
  cards: CardProvider
  log: FastifyBaseLogger
  publicUrl: string
  /** Has a receipt mailed, as part of the transaction that makes the booking paid. */
  addReceipt: (tx: Db, receipt: Receipt) => Promise<void>
  /** Called once that is committed. */
  onPaid: () => void
}

export type SettleOutcome = { ok: true; booking: BookingRow } | { ok: false; reason: Refusal; intent?: Intent }
type Because = { claim?: Claim; event?: CardEvent }

/** The only way to 'paid': asks the provider about an intent and, if that says that its booking's price was paid by its patient, makes
 *  the booking paid by it. Whoever asks, how often and in which order makes no difference. A second payment for a booking is given back.
 *  @throws ProviderOutOfReach, and nothing has changed then. */
export async function settle(parts: PaymentParts, intentId: string, because: Because = {}): Promise<SettleOutcome> {
  const intent = await parts.cards.findIntent(intentId)
  if (!intent) return { ok: false, reason: 'unknown' }
  const { outcome, isNew } = await parts.db.transaction((tx) => decide(parts, tx, intent, because))
  if (outcome === 'refund') {
    await giveBack(parts, intentId).catch((error) => leaveForLater(parts.log, intentId, error))
    return { ok: false, reason: 'already-paid', intent }
  }
  if (isNew) parts.onPaid()
  return outcome
}

async function decide({ log, publicUrl, addReceipt }: PaymentParts, tx: Db, intent: Intent, { claim, event }: Because) {
  const { id } = intent
  const bookingId = z.uuid().safeParse(intent.booking ?? claim?.booking).data ?? null
  const row = bookingId === null ? undefined : await lockBooking(tx, bookingId)
  const known = await lockIntent(tx, id)
  if (event) await appendEvent(tx, event, row?.id ?? null)
  const verdict = judge(intent, known?.state, payable(row), claim)
  if (verdict === 'settled' && row) return { outcome: { ok: true as const, booking: row }, isNew: false }
  if ((verdict === 'settle' || verdict === 'refund') && row) {
    const { price: amount, patientId } = row
    const state = verdict === 'settle' ? ('settled' as const) : ('refunding' as const)
    const entry = { intentId: id, bookingId: row.id, amount, currency: intent.currency }
    await saveIntent(tx, { id, bookingId: row.id, patientId, amount, currency: intent.currency, state })
    await appendEntry(tx, { ...entry, kind: state, detail: verdict === 'refund' ? 'second payment' : null })
    if (verdict === 'refund') return { outcome: 'refund' as const, isNew: false }
    const paid = await updatePaid(tx, row.id, id)
    await addReceipt(tx, receiptFor(paid, publicUrl))
    return { outcome: { ok: true as const, booking: paid }, isNew: true }
  }
  const reason = verdict as Refusal
  // The money is there and pays nothing: somebody at the clinic has to look.
  if (reason === 'price-mismatch' && intent.booking) {
    const { received: amount, currency } = intent
    await appendEntry(tx, { kind: 'refused', intentId: id, bookingId, amount, currency, detail: reason })
    log.warn({ intent: id, reason }, 'a payment was received that settles no appointment')
  }
  return { outcome: { ok: false as const, reason, intent }, isNew: false }
}

/** Writes down that an event was heard; false when it was before. */
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

/** Gives the money of a refunding intent back, once.
 *  @throws ProviderOutOfReach; the reconciliation tries again. */
export async function giveBack({ db, cards }: PaymentParts, intentId: string): Promise<void> {
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

function payable(row: BookingRow | undefined): Payable | undefined {
  return row && { ...row, cancelled: row.cancelledAt !== null }
}
