import { refundCalls } from '#contract/calls/refund.ts'
import type { PaymentDetails } from '#contract/desk/refund.ts'
import { formatCents, isPayable, type Money, toCents, toDollars } from '#contract/kit/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toResponse } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking, lockBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { PaymentDeps } from '../deps.ts'
import { reconcileSoon } from '../settlement/jobs.ts'
import { findIntent } from '../store.ts'
import { refundLimitOf } from './limit.ts'
import { requestRefund } from './refund.ts'
import { refundRefusals } from './refusals.ts'
import { findRefund, listRefunds, type RefundRow, retryRefund } from './store.ts'

type Deps = Pick<PaymentDeps, 'db' | 'jobs'> & {
  identity: Identity
  audit: Audit
  clinic: () => Promise<Money>
}

/** Registers the routes by which staff see payments and refund them. */
export function refundRoutes(app: App, deps: Deps) {
  detailsRoute(app, deps)
  refundRoute(app, deps)
  retryRoute(app, deps)
}

function detailsRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    refundCalls.getPayment,
    {
      identity,
      tag: 'desk',
      operationId: 'getPayment',
      summary: 'The payment of an appointment, its refunds and disputes',
      problems: [404],
    },
    async (request) => {
      const booking = await findAnyBooking(deps.db, request.params.id)
      if (!booking) throw refuse('unknown-appointment')
      await audit.recordRead(
        request,
        'read-appointment',
        `the payment of ${booking.patientName}’s ${booking.treatment}`,
        [booking.patientId],
      )
      return detailsOf(deps.db, booking)
    },
  )
}

function refundRoute(app: App, { db, jobs, identity, audit, clinic }: Deps) {
  route(
    app,
    refundCalls.refundPayment,
    {
      identity,
      tag: 'desk',
      operationId: 'refundPayment',
      summary: 'Refund a payment in full or in part',
      problems: [403, 404, 409],
    },
    async (request) => {
      const { requestId: refundId, amount, note } = request.body
      const cents = toCents(amount)
      const money = await clinic()
      if (!isPayable(cents, money.currency)) throw refuse('whole-amount')
      const booking = await db.transaction(async (tx) => {
        const found = await lockBooking(tx, request.params.id)
        if (!found) throw refuse('unknown-appointment')
        if (found.transactionId === null) throw refuse('not-paid')
        const caller = identity.caller(request)
        const limit = await refundLimitOf(tx, caller)
        const wish = { refundId, intentId: found.transactionId, amount: cents, note, requestedBy: caller.email, limit }
        const outcome = await requestRefund(tx, { ...wish, reason: 'by-staff' })
        if (!outcome.ok) throw problemOf(refundRefusals, outcome)
        // A repeated request is not recorded again.
        if (outcome.refund > 0)
          await audit.recordFor(request)(tx, 'refund-payment', targetOf(found, formatCents(cents, money)), [
            found.patientId,
          ])
        return lockBooking(tx, found.id)
      })
      await reconcileSoon({ db, jobs })
      if (!booking) throw refuse('unknown-appointment')
      return { success: true as const, booking: toResponse(booking) }
    },
  )
}

function retryRoute(app: App, { db, jobs, identity, audit, clinic }: Deps) {
  route(
    app,
    refundCalls.retryRefund,
    {
      identity,
      tag: 'desk',
      operationId: 'retryRefund',
      summary: 'Request a failed refund again',
      problems: [404, 409],
    },
    async (request) => {
      const money = await clinic()
      await db.transaction(async (tx) => {
        const refund = await findRefund(tx, request.params.id)
        if (!refund) throw refuse('unknown-appointment')
        if (!(await retryRefund(tx, refund.id))) throw refuse('not-failed')
        const bookingId = (await findIntent(tx, refund.intentId))?.bookingId
        const booking = bookingId ? await findAnyBooking(tx, bookingId) : undefined
        const amount = formatCents(refund.amount, money)
        const target = booking ? targetOf(booking, amount) : amount
        await audit.recordFor(request)(tx, 'refund-payment', target, booking ? [booking.patientId] : [])
      })
      await reconcileSoon({ db, jobs })
      return { success: true as const }
    },
  )
}

async function detailsOf(db: Db, { priceCents, transactionId }: BookingWithDoctor): Promise<PaymentDetails> {
  if (transactionId === null) return { price: toDollars(priceCents), paid: false, left: 0, refunds: [] }
  const intent = await findIntent(db, transactionId)
  const { dispute, disputedAt, amount = 0, refunded = 0 } = intent ?? {}
  return {
    price: toDollars(priceCents),
    paid: true,
    left: toDollars(amount - refunded),
    transactionId,
    ...(dispute && disputedAt && { dispute: { status: dispute, at: disputedAt.toISOString() } }),
    refunds: (await listRefunds(db, transactionId)).map(toRefund),
  }
}

function toRefund({ id, amount, state, reason, note, requestedBy, createdAt, succeededAt }: RefundRow) {
  return {
    _id: id,
    amount: toDollars(amount),
    ...{ state, reason, note },
    ...(requestedBy !== null && { requestedBy }),
    at: createdAt.toISOString(),
    ...(succeededAt && { succeededAt: succeededAt.toISOString() }),
  }
}

function targetOf({ treatment, patientName, date, slot }: BookingWithDoctor, amount: string) {
  return `${amount} of ${patientName}’s ${treatment} on ${date}, ${slot}`
}

const refuse = (reason: keyof typeof refundRefusals) => problemOf(refundRefusals, { reason })
