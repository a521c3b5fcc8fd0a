import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { changesAt } from '#contract/booking/patient-changes.ts'
import { computedCents } from '#contract/kit/money/amount.ts'
import { type BookingWithDoctor, lockBooking } from '#server/booking/store.ts'
import { lockUnpaidBookings } from '#server/booking/unpaid-store.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { contactFor } from '#server/patient/contact-store.ts'
import { currentPatientId, listPayers } from '#server/patient/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { insertPayment, listPayments } from '../payment-store.ts'
import type { CardEvent, Intent } from '../provider.ts'
import { receiptFor } from '../receipt/email.ts'
import { requestRefund, tryRefunds } from '../refund/refund.ts'
import { appendEntry, findIntent, lockIntent, upsertIntent } from '../store.ts'
import { type Claim, judge, type Payable, type Refusal } from './verdict.ts'

/** `owed`: the cents that are still to pay, if the whole payment goes back because it was more. */
export type SettleOutcome =
  | { ok: true; booking: BookingWithDoctor }
  | { ok: false; reason: Refusal; intent?: Intent; owed?: number }
type Trigger = { claim?: Claim; event?: CardEvent }
/** `currency` is the clinic's, in lower case. */
type Question = Trigger & { intent: Intent; currency: string }
type Decision = { outcome: SettleOutcome; isNew?: boolean; isRefundDue?: boolean }

/** Records a card payment of a booking; nothing else does. Fetches the intent from the provider and requires that no
 *  more than is owed was received, from its patient or an account that may act for them. An unbound intent (one that
 *  names no booking) settles the booking that the patient claims, or else the only one for which exactly that is owed.
 *  A payment that settles nothing is refunded. Idempotent: calls may repeat and arrive in any order.
 *  @throws ProviderUnavailable, before any change */
export async function settle(deps: PaymentDeps, intentId: string, trigger: Trigger = {}): Promise<SettleOutcome> {
  const intent = await deps.cards.findIntent(intentId)
  if (!intent) return { ok: false, reason: 'unknown' }
  const currency = (await deps.clinic()).currency.toLowerCase()
  const { outcome, isNew, isRefundDue } = await deps.db.transaction((tx) =>
    decide(deps, tx, { ...trigger, intent, currency }),
  )
  if (isRefundDue) await tryRefunds(deps, intentId)
  if (isNew) {
    deps.report.payment()
    deps.jobs.wake(emails)
  }
  return outcome
}

async function decide(deps: PaymentDeps, tx: Db, asked: Question): Promise<Decision> {
  const { currency, claim, event } = asked
  // The record may have been merged into another since the intent was made.
  const patient = asked.intent.patient && (await currentPatientId(tx, asked.intent.patient))
  const intent = { ...asked.intent, patient }
  const rows = await lockPayables(tx, intent, claim)
  const stored = await lockIntent(tx, intent.id)
  const [row] = rows
  if (event) await appendEvent(tx, event, row?.id ?? null)
  const payables: Payable[] = []
  for (const booking of rows)
    payables.push({
      ...booking,
      currency,
      intents: (await listPayments(tx, booking.id)).flatMap(({ intentId }) => intentId ?? []),
      payers: await listPayers(tx, booking.patientId),
    })
  const verdict = judge(intent, stored?.state, payables, claim)
  if (verdict === 'settle' || verdict === 'settled') {
    if (!row) throw new Error('There is no booking to settle')
    const isNew = verdict === 'settle'
    return { outcome: { ok: true, booking: isNew ? await payBooking(deps, tx, intent, row) : row }, isNew }
  }
  if (verdict === 'refund') {
    await saveUnsettled(tx, intent, row)
    await requestRefund(tx, { intentId: intent.id, reason: row ? 'second-payment' : 'settles-nothing' })
    return { outcome: { ok: false, ...whyRefunded(row, intent), intent }, isRefundDue: true }
  }
  // The webhook was faster than the page.
  const why = verdict === 'given-back' && row ? whyRefunded(row, intent) : { reason: verdict }
  const outcome: SettleOutcome = { ok: false, ...why, intent }
  if (!intent.booking && claim && (verdict === 'already-paid' || verdict === 'price-mismatch')) {
    // It can't pay the claimed booking. Without the claim, it settles the only other one of that price or is refunded.
    return { ...(await decide(deps, tx, { intent, currency })), outcome }
  }
  if (verdict === 'unclaimed' && stored?.state !== 'unclaimed') await saveState(tx, intent, undefined, 'unclaimed')
  // The money arrived but settles nothing: the clinic must decide what to do with it.
  if (verdict === 'price-mismatch') await reportMismatch(deps, tx, intent)
  return { outcome }
}

/** Says why a payment for a booking, or for none, goes back. */
function whyRefunded(row: BookingRow | undefined, { received }: Intent): { reason: Refusal; owed?: number } {
  if (row?.status === 'cancelled') return { reason: 'cancelled' }
  const owed = row?.owedCents ?? 0
  if (owed >= received) return { reason: 'given-back' }
  return owed > 0 ? { reason: 'less-owed', owed } : { reason: 'already-paid' }
}

/** Locks the bookings that an intent may pay. Call it before locking the intent, so that transactions don't
 *  deadlock. */
async function lockPayables(tx: Db, intent: Intent, claim: Claim | undefined): Promise<BookingWithDoctor[]> {
  const named = intent.booking ?? claim?.booking ?? (await findIntent(tx, intent.id))?.bookingId
  const id = z.uuid().safeParse(named).data
  if (id) return [await lockBooking(tx, id)].filter((row) => row !== undefined)
  return intent.patient ? lockUnpaidBookings(tx, intent.patient, intent.received) : []
}

async function payBooking(
  { publicUrl, jobs, clock }: PaymentDeps,
  tx: Db,
  intent: Intent,
  row: BookingWithDoctor,
): Promise<BookingWithDoctor> {
  await saveState(tx, intent, row, 'settled')
  const { id: intentId } = intent
  const amount = computedCents(intent.received)
  const taken = await insertPayment(tx, { id: uuid(), bookingId: row.id, method: 'card-online', amount, intentId })
  const paid = await lockBooking(tx, row.id)
  if (!taken || !paid) throw new Error('The payment could not be recorded')
  const { payment, ...receipt } = receiptFor(paid, await contactFor(tx, paid, 'money'), publicUrl, {
    ...{ id: intentId, amount, isKept: true, receipt: taken.receipt },
  })
  const changes = changesAt(paid, await readPolicy(tx), clock()).state
  await addMail(tx, jobs, { kind: 'receipt', ...receipt, payment: { ...payment, changes } })
  return paid
}

async function saveState(
  tx: Db,
  { id, patient, received: amount, currency }: Intent,
  row: BookingRow | undefined,
  state: 'settled' | 'unclaimed',
) {
  const bookingId = row?.id ?? null
  await upsertIntent(tx, { id, bookingId, patientId: ownerOf(patient), amount, currency, state })
  await appendEntry(tx, { kind: state, intentId: id, bookingId, amount, currency })
}

/** Stores an intent whose whole amount goes back to the card. */
async function saveUnsettled(tx: Db, { id, patient, received: amount, currency }: Intent, row: BookingRow | undefined) {
  const bookingId = row?.id ?? null
  await upsertIntent(tx, { id, bookingId, patientId: ownerOf(patient), amount, currency, state: 'refunding' })
}

function ownerOf(patient: string | undefined): string {
  if (!patient) throw new Error('An intent without a patient is never stored')
  return patient
}

async function reportMismatch({ log }: PaymentDeps, tx: Db, { id, booking, received: amount, currency }: Intent) {
  const detail = 'price-mismatch'
  const bookingId = z.uuid().safeParse(booking).data ?? null
  await appendEntry(tx, { kind: 'refused', intentId: id, bookingId, amount, currency, detail })
  log.warn({ intent: id, reason: detail }, 'a payment was received that settles no appointment')
}

/** Appends an event to the ledger. Returns false if it is already there. */
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
