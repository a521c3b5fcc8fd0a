import type { Cents } from '#contract/kit/money/amount.ts'
import { formatCents, type Money, toCents } from '#contract/kit/money.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking, lockBooking } from '#server/booking/store.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Caller } from '#server/http/identity.ts'
import type { PaymentDeps } from '../deps.ts'
import { findPayment } from '../payment-store.ts'
import { refundLimitOf } from '../refund/limit.ts'
import { findRefund, handOutRefund } from '../refund/store.ts'
import { changePrice, chargeNoShow, lockBookingOf, type Taken, takePayment, voidByStaff } from './change-money.ts'
import { addPriceEmail, addReceiptEmail } from './emails.ts'

// Each change locks its appointment, and records itself in the audit trail: both or neither.

/** Who changes the money of an appointment, and the currency in which the trail names it. */
type By = { caller: Caller; money: Money; record: RecordAudit }

type Deps = Pick<PaymentDeps, 'db' | 'jobs' | 'publicUrl'>

/** The appointment as the change leaves it. */
type Changed = { ok: true; booking: BookingWithDoctor }
type Unknown = Refused<'unknown-appointment'>
type RefusalOf<Change extends (...input: never[]) => Promise<unknown>> = Exclude<
  Awaited<ReturnType<Change>>,
  { ok: true }
>

const unknownAppointment: Unknown = refused('unknown-appointment')
const unknownPayment: Refused<'unknown-payment'> = refused('unknown-payment')

/** Takes a payment for an appointment. An equal one with its id does nothing. */
export function takeAtDesk(
  db: Db,
  bookingId: string,
  taken: Omit<Taken, 'by'>,
  { caller, money, record }: By,
): Promise<Changed | Unknown | RefusalOf<typeof takePayment>> {
  return transact(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return unknownAppointment
    const outcome = await takePayment(tx, booking, { ...taken, by: caller.email })
    if (!outcome.ok) return outcome
    const target = `${formatCents(taken.amount, money)} (${taken.method}) for ${toAuditTarget(booking)}`
    if (outcome.isNew) await record(tx, 'take-payment', target, [booking.patientId])
    return changed(tx, booking.id)
  })
}

/** Voids a payment that was taken by mistake, until its day is closed. */
export function voidAtDesk(
  db: Db,
  paymentId: string,
  reason: string,
  { caller, money, record }: By,
): Promise<Changed | Unknown | Refused<'unknown-payment'> | RefusalOf<typeof voidByStaff>> {
  return transact(db, async (tx) => {
    const booking = await lockBookingOf(tx, paymentId)
    const paid = await findPayment(tx, paymentId)
    if (!booking || !paid) return unknownPayment
    const limit = await refundLimitOf(tx, caller, money)
    const outcome = await voidByStaff(tx, paymentId, { by: caller.email, reason, limit })
    if (!outcome.ok) return outcome
    const target = `${formatCents(paid.amount, money)} (receipt ${paid.receipt}) for ${toAuditTarget(booking)}`
    await record(tx, 'void-payment', target, [booking.patientId])
    return changed(tx, booking.id)
  })
}

/** Adds the email with the receipt of a payment. */
export async function sendReceipt(
  { db, ...deps }: Deps,
  paymentId: string,
  record: RecordAudit,
): Promise<{ ok: true } | Refused<'unknown-payment' | 'no-email'>> {
  return transact(db, async (tx) => {
    const paid = await findPayment(tx, paymentId)
    const booking = paid && (await findAnyBooking(tx, paid.bookingId))
    if (!paid || paid.voidedAt || !booking) return unknownPayment
    if (!(await addReceiptEmail(deps, tx, booking, paid))) return refused('no-email')
    await record(tx, 'send-receipt', `receipt ${paid.receipt} for ${toAuditTarget(booking)}`, [booking.patientId])
    return { ok: true }
  })
}

/** Changes the agreed price of an appointment, in cents. `from`: the price that the caller saw. `tell`: the patient
 *  gets an email if the price is another one. */
export function changePriceAtDesk(
  { db, ...deps }: Deps,
  bookingId: string,
  { price, from, reason, tell }: { price: Cents; from: Cents; reason: string; tell: boolean },
  { caller, money, record }: By,
): Promise<Changed | Unknown | RefusalOf<typeof changePrice>> {
  return transact(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return unknownAppointment
    const limit = await refundLimitOf(tx, caller, money)
    const outcome = await changePrice(tx, booking, { price, from, reason, by: caller.email, limit })
    if (!outcome.ok) return outcome
    const target = `${toAuditTarget(booking)} from ${formatCents(from, money)} to ${formatCents(price, money)}`
    await record(tx, 'change-price', target, [booking.patientId])
    const after = await changed(tx, booking.id)
    if (after.ok && tell && price !== from) await addPriceEmail(deps, tx, after.booking)
    return after
  })
}

/** Charges the patient of an appointment who did not come with `fee` cents; 0 waives it. A fee other than the clinic's,
 *  if it has one, needs a reason. */
export function chargeNoShowAtDesk(
  db: Db,
  bookingId: string,
  { fee, reason }: { fee: Cents; reason: string },
  { caller, money, record }: By,
): Promise<Changed | Unknown | Refused<'needs-reason'> | RefusalOf<typeof chargeNoShow>> {
  return transact(db, async (tx) => {
    const { noShowFeeDollars } = await readPolicy(tx)
    const isUsual = noShowFeeDollars === 0 || fee === toCents(noShowFeeDollars)
    if (reason === '' && !isUsual) return refused('needs-reason')
    const limit = await refundLimitOf(tx, caller, money)
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return unknownAppointment
    const outcome = await chargeNoShow(tx, booking, { fee, reason, by: caller.email, limit })
    if (!outcome.ok) return outcome
    await record(tx, 'charge-no-show', `${toAuditTarget(booking)}: ${formatCents(fee, money)}`, [booking.patientId])
    return changed(tx, booking.id)
  })
}

/** Notes that a refund was handed out. */
export function handOutAtDesk(
  db: Db,
  refundId: string,
  { money, record }: Omit<By, 'caller'>,
): Promise<Changed | Unknown | Refused<'unknown-payment' | 'not-due'>> {
  return transact(db, async (tx) => {
    const refund = await findRefund(tx, refundId)
    const booking = refund?.paymentId ? await lockBookingOf(tx, refund.paymentId) : undefined
    if (!refund || !booking) return unknownPayment
    if (!(await handOutRefund(tx, refund.id))) return refused('not-due')
    const target = `${formatCents(refund.amount, money)} of ${toAuditTarget(booking)}`
    await record(tx, 'refund-payment', target, [booking.patientId])
    return changed(tx, booking.id)
  })
}

async function changed(tx: Db, bookingId: string): Promise<Changed | Unknown> {
  const booking = await findAnyBooking(tx, bookingId)
  return booking ? { ok: true, booking } : unknownAppointment
}
