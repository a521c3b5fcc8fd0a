import { type BookingWithDoctor, findAnyBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { contactFor, recipientOf } from '#server/patient/contact-store.ts'
import type { PaymentDeps } from '../deps.ts'
import { creditRefund, findPaymentOf } from '../payment-store.ts'
import type { ProviderRefund } from '../provider.ts'
import { receiptFor } from '../receipt/email.ts'
import { appendEntry, findIntent, type IntentRow, lockIntent, saveRefunded } from '../store.ts'
import { type CardRefund, insertRefund, listRefunds, type RefundRow, sumRefunds, updateRefund } from './store.ts'

/** Records what the provider knows about the refunds of an intent, those made in its dashboard too, and tells the
 *  patient of those that succeeded. A refund that the provider has no money left for becomes void. Idempotent. */
export async function recordRefunds(deps: PaymentDeps, intentId: string, known: readonly ProviderRefund[]) {
  const isNew = await deps.db.transaction(async (tx) => {
    const intent = await lockWithBooking(tx, intentId)
    if (!intent || intent.state === 'open' || intent.state === 'cancelled') return false
    const rows = await listRefunds(tx, intentId)
    const isKnown = (refund: ProviderRefund) => rowOf(rows, refund) !== undefined
    const succeeded: number[] = []
    const recordAll = async (refunds: readonly ProviderRefund[]) => {
      for (const refund of refunds) {
        const amount = await recordOne(tx, intent, rows, refund)
        if (amount !== undefined) succeeded.push(amount)
      }
    }
    await recordAll(known.filter(isKnown))
    // Before others are added, because all refunds of a payment are within its amount.
    await voidWhatCannotFollow(tx, intent, known)
    await recordAll(known.filter((refund) => !isKnown(refund)))
    const booking = await saveTotals(tx, intent)
    for (const amount of succeeded) await addEmail(deps, tx, intent, booking, amount)
    return succeeded.length > 0
  })
  if (isNew) deps.jobs.wake(emails)
}

/** Locks an intent after its booking, in the order of every other transaction. */
export async function lockWithBooking(tx: Db, intentId: string) {
  const bookingId = (await findIntent(tx, intentId))?.bookingId
  if (bookingId) await lockBooking(tx, bookingId)
  return lockIntent(tx, intentId)
}

function rowOf(rows: CardRefund[], refund: ProviderRefund) {
  return (
    rows.find(({ providerId }) => providerId === refund.id) ??
    rows.find(({ id, attempt, providerId }) => !providerId && id === refund.refund && attempt === refund.attempt)
  )
}

/** Updates or adds the row of a refund. Returns its amount if it has succeeded now. */
async function recordOne(tx: Db, intent: IntentRow, rows: CardRefund[], refund: ProviderRefund) {
  const row = rowOf(rows, refund)
  const isOver = refund.state === 'failed' && !row
  // An earlier attempt of a refund that was requested again is no refund of its own.
  if (isOver || (!row && rows.some(({ id }) => id === refund.refund))) return undefined
  if (row && row.providerId === refund.id && row.state === refund.state) return undefined
  const { id, amount } = row ?? (await insertFound(tx, intent, refund))
  await updateRefund(tx, id, { state: refund.state, providerId: refund.id })
  if (refund.state === 'pending') return undefined
  const kind = refund.state === 'succeeded' ? 'refund-succeeded' : 'refund-failed'
  await appendEntry(tx, {
    ...entryOf(intent),
    kind,
    amount,
    reference: refund.id,
    detail: row?.reason ?? 'at-provider',
  })
  return refund.state === 'succeeded' ? amount : undefined
}

/** Inserts a refund that was made at the provider. */
async function insertFound(tx: Db, intent: IntentRow, { amount }: ProviderRefund): Promise<RefundRow> {
  const row = await insertCredited(tx, intent, { amount, reason: 'at-provider' })
  if (!row) throw new Error('A new id is taken')
  return row
}

/** Inserts a refund, and the credit of what was paid by the intent. Returns undefined if another refund has its id. */
async function insertCredited(
  tx: Db,
  { id: intentId }: IntentRow,
  values: Pick<RefundRow, 'amount' | 'reason'> & Partial<Pick<RefundRow, 'id' | 'note' | 'requestedBy'>>,
): Promise<RefundRow | undefined> {
  const paid = await findPaymentOf(tx, intentId)
  const row = await insertRefund(tx, { intentId, paymentId: paid?.id ?? null, ...values })
  if (row && paid) {
    const { id: refundId, amount, requestedBy: by } = row
    await creditRefund(tx, { bookingId: paid.bookingId, refundId, amount, by })
  }
  return row
}

/** A refund that was requested here is due until the provider has it. If others took its money meanwhile, what is left
 *  of it is due. */
async function voidWhatCannotFollow(tx: Db, intent: IntentRow, known: readonly ProviderRefund[]) {
  const atProvider = known.filter(({ state }) => state !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  let left = intent.amount - atProvider
  for (const row of await listRefunds(tx, intent.id)) {
    if (row.state !== 'due' && row.state !== 'failed') continue
    if (row.amount > left) {
      await updateRefund(tx, row.id, { state: 'void' })
      const { reason, note, requestedBy } = row
      if (left > 0) await addRefund(tx, intent, { amount: left, reason, note, requestedBy })
    }
    left -= Math.min(row.amount, left)
  }
}

/** Inserts a refund and its ledger entry. The intent is locked. Returns undefined if another refund has its id. */
export async function addRefund(
  tx: Db,
  intent: IntentRow,
  values: Pick<RefundRow, 'amount' | 'reason' | 'note' | 'requestedBy'> & Partial<Pick<RefundRow, 'id'>>,
): Promise<RefundRow | undefined> {
  const row = await insertCredited(tx, intent, values)
  if (!row) return undefined
  const { amount, reason } = values
  await appendEntry(tx, { ...entryOf(intent), kind: 'refund-requested', amount, reference: row.id, detail: reason })
  return row
}

/** Writes the sum of an intent's refunds to the intent, which is locked after the booking that it paid. Returns that
 *  booking. */
export async function saveTotals(tx: Db, intent: IntentRow): Promise<BookingWithDoctor | undefined> {
  const totals = await sumRefunds(tx, intent.id)
  const paid = await findPaymentOf(tx, intent.id)
  const all = totals.refundingCents + totals.refundedCents
  const rest = paid ? 'settled' : intent.state
  const whole = totals.refundingCents === 0 ? 'refunded' : 'refunding'
  await saveRefunded(tx, intent.id, { refunded: all, state: all === intent.amount ? whole : rest })
  return paid && findAnyBooking(tx, paid.bookingId)
}

/** Adds the email about a refund that succeeded. A payment that settles nothing, such as one of an appointment that was
 *  cancelled at the same time, paid no booking, but it may name one. */
async function addEmail(
  { jobs, publicUrl }: PaymentDeps,
  tx: Db,
  { id, amount: price, bookingId, patientId }: IntentRow,
  paid: BookingWithDoctor | undefined,
  refunded: number,
) {
  const named = paid ?? (bookingId ? await findAnyBooking(tx, bookingId) : undefined)
  const kind = 'refunded'
  const contact = await contactFor(tx, named ?? { patientId }, 'money')
  const receipt = named
    ? receiptFor(named, contact, publicUrl, { id, amount: price, isKept: paid !== undefined })
    : { recipient: recipientOf(contact), payment: { price, transactionId: id } }
  await addMail(tx, jobs, { kind, ...receipt, refunded })
}

/** The fields of a ledger entry that are the intent's. */
export function entryOf({ id: intentId, bookingId, currency }: IntentRow) {
  return { intentId, bookingId, currency }
}
