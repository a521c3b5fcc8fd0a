import { refundCalls } from '#contract/calls/refund.ts'
import { formatCents, toCents } from '#contract/kit/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking, lockBooking } from '#server/booking/store.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { emails } from '#server/mail/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { findPayment } from '../payment-store.ts'
import { refundLimitOf } from '../refund/limit.ts'
import { findRefund, handOutRefund } from '../refund/store.ts'
import { reconcileSoon } from '../settlement/jobs.ts'
import { changePrice, chargeNoShow, lockBookingOf, takePayment, voidByStaff } from './change.ts'
import { detailsOf } from './details.ts'
import { addPriceEmail, addReceiptEmail } from './emails.ts'
import { moneyRefusals } from './refusals.ts'

type Deps = Pick<PaymentDeps, 'db' | 'jobs' | 'publicUrl' | 'clinic'> & { identity: Identity; audit: Audit }

const tag = 'desk'

/** Registers the routes by which staff see and change the money of an appointment. */
export function deskPaymentRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  takeRoute(app, deps)
  voidRoute(app, deps)
  receiptRoute(app, deps)
  priceRoute(app, deps)
  noShowRoute(app, deps)
  handOutRoute(app, deps)
}

function readRoute(app: App, { identity, audit, db }: Deps) {
  route(
    app,
    refundCalls.getPayment,
    {
      identity,
      ...{ tag, operationId: 'getPayment', problems: [404] },
      summary: 'The charges, payments, refunds and disputes of an appointment',
    },
    async (request) => {
      const booking = existing(await findAnyBooking(db, request.params.id))
      const target = `the payment of ${booking.patientName}’s ${booking.treatment}`
      await audit.recordRead(request, 'read-appointment', target, [booking.patientId])
      return detailsOf(db, booking)
    },
  )
}

function takeRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.takePayment,
    {
      identity,
      ...{ tag, operationId: 'takePayment', problems: [404, 409] },
      summary: 'Take a payment at the desk, in full or in part',
      config: {
        ifUncertain: 'We don’t know whether the payment was taken. Look at the payments before you try again.',
      },
    },
    async (request) => {
      const { requestId: id, method, reference, amount } = request.body
      const money = await deps.clinic()
      const cents = requestedCents(amount, money, 'amount')
      const { email: by } = identity.caller(request)
      return inChange(deps.db, async (tx) => {
        const booking = existing(await lockBooking(tx, request.params.id))
        const outcome = await takePayment(tx, booking, { id, method, reference, amount: cents, by })
        if (!outcome.ok)
          throw problemOf(
            moneyRefusals,
            outcome.reason === 'more-than-owed' ? { ...outcome, owed: formatCents(outcome.owed, money) } : outcome,
          )
        const target = `${formatCents(cents, money)} (${method}) for ${toAuditTarget(booking)}`
        if (outcome.isNew) await audit.recordFor(request)(tx, 'take-payment', target, [booking.patientId])
        return booking.id
      })
    },
  )
}

function voidRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.voidPayment,
    {
      identity,
      ...{ tag, operationId: 'voidPayment', problems: [403, 404, 409] },
      summary: 'Void a payment that was taken by mistake, until its day is closed',
    },
    async (request) => {
      const { id } = request.params
      const { reason } = request.body
      const money = await deps.clinic()
      const caller = identity.caller(request)
      return inChange(deps.db, async (tx) => {
        const booking = await lockBookingOf(tx, id)
        const paid = await findPayment(tx, id)
        if (!booking || !paid) throw problemOf(moneyRefusals, { reason: 'unknown-payment' })
        const limit = await refundLimitOf(tx, caller, money)
        const outcome = await voidByStaff(tx, id, { by: caller.email, reason, limit })
        if (!outcome.ok) throw problemOf(moneyRefusals, outcome)
        const target = `${formatCents(paid.amount, money)} (receipt ${paid.receipt}) for ${toAuditTarget(booking)}`
        await audit.recordFor(request)(tx, 'void-payment', target, [booking.patientId])
        return booking.id
      })
    },
  )
}

function receiptRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.sendReceipt,
    {
      identity,
      ...{ tag, operationId: 'sendReceipt', problems: [404, 409] },
      summary: 'Send the receipt of a payment to the patient',
    },
    async (request) => {
      const paid = await findPayment(deps.db, request.params.id)
      const booking = paid && (await findAnyBooking(deps.db, paid.bookingId))
      if (!paid || paid.voidedAt || !booking) throw problemOf(moneyRefusals, { reason: 'unknown-payment' })
      await deps.db.transaction(async (tx) => {
        if (!(await addReceiptEmail(deps, tx, booking, paid))) throw problemOf(moneyRefusals, { reason: 'no-email' })
        const target = `receipt ${paid.receipt} for ${toAuditTarget(booking)}`
        await audit.recordFor(request)(tx, 'send-receipt', target, [booking.patientId])
      })
      deps.jobs.wake(emails)
      return { success: true as const }
    },
  )
}

function priceRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.changePrice,
    {
      identity,
      ...{ tag, operationId: 'changePrice', problems: [403, 404, 409] },
      summary: 'Change the agreed price of an appointment, and tell its patient if asked to',
    },
    async (request) => {
      const { reason, tell, ...body } = request.body
      const money = await deps.clinic()
      const price = requestedCents(body.price, money, 'price')
      const from = requestedCents(body.from, money, 'from')
      const caller = identity.caller(request)
      const answer = await inChange(deps.db, async (tx) => {
        const booking = existing(await lockBooking(tx, request.params.id))
        const limit = await refundLimitOf(tx, caller, money)
        const outcome = await changePrice(tx, booking, { price, from, reason, by: caller.email, limit })
        if (!outcome.ok)
          throw problemOf(
            moneyRefusals,
            outcome.reason === 'below-paid' ? { ...outcome, lowest: formatCents(outcome.lowest, money) } : outcome,
          )
        const target = `${toAuditTarget(booking)} from ${formatCents(from, money)} to ${formatCents(price, money)}`
        await audit.recordFor(request)(tx, 'change-price', target, [booking.patientId])
        if (tell && price !== from) await addPriceEmail(deps, tx, existing(await findAnyBooking(tx, booking.id)))
        return booking.id
      })
      deps.jobs.wake(emails)
      return answer
    },
  )
}

function noShowRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.chargeNoShow,
    {
      identity,
      ...{ tag, operationId: 'chargeNoShow', problems: [403, 404, 409] },
      summary: 'Charge or waive the fee of a patient who did not come',
    },
    async (request) => {
      const { reason } = request.body
      const money = await deps.clinic()
      const fee = requestedCents(request.body.fee, money, 'fee')
      const caller = identity.caller(request)
      const answer = await inChange(deps.db, async (tx) => {
        const { noShowFeeDollars } = await readPolicy(tx)
        if (reason === '' && fee !== toCents(noShowFeeDollars))
          throw problemOf(moneyRefusals, { reason: 'needs-reason' })
        const limit = await refundLimitOf(tx, caller, money)
        const booking = existing(await lockBooking(tx, request.params.id))
        const outcome = await chargeNoShow(tx, booking, { fee, reason, by: caller.email, limit })
        if (!outcome.ok) throw problemOf(moneyRefusals, outcome)
        const target = `${toAuditTarget(booking)}: ${formatCents(fee, money)}`
        await audit.recordFor(request)(tx, 'charge-no-show', target, [booking.patientId])
        return booking.id
      })
      reconcileSoon(deps)
      return answer
    },
  )
}

function handOutRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.handOutRefund,
    {
      identity,
      ...{ tag, operationId: 'handOutRefund', problems: [404, 409] },
      summary: 'Record that a refund was handed out',
    },
    async (request) => {
      const money = await deps.clinic()
      return inChange(deps.db, async (tx) => {
        const refund = await findRefund(tx, request.params.id)
        const booking = refund?.paymentId ? await lockBookingOf(tx, refund.paymentId) : undefined
        if (!refund || !booking) throw problemOf(moneyRefusals, { reason: 'unknown-payment' })
        if (!(await handOutRefund(tx, refund.id))) throw problemOf(moneyRefusals, { reason: 'not-due' })
        const target = `${formatCents(refund.amount, money)} of ${toAuditTarget(booking)}`
        await audit.recordFor(request)(tx, 'refund-payment', target, [booking.patientId])
        return booking.id
      })
    },
  )
}

/** Runs a change in a transaction, and answers with the money of the booking whose id it returns. */
async function inChange(db: Db, change: (tx: Db) => Promise<string>) {
  const booking = await db.transaction(async (tx) => findAnyBooking(tx, await change(tx)))
  return { success: true as const, payment: await detailsOf(db, existing(booking)) }
}

function existing(booking: BookingWithDoctor | undefined): BookingWithDoctor {
  if (!booking) throw problemOf(moneyRefusals, { reason: 'unknown-appointment' })
  return booking
}
