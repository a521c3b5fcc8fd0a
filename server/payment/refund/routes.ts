import { refundCalls } from '#contract/calls/refund.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toResponse } from '#server/booking/response.ts'
import { type BookingWithDoctor, findAnyBooking, lockBooking } from '#server/booking/store.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { PaymentDeps } from '../deps.ts'
import { listPayments, type PaymentRow } from '../payment-store.ts'
import { reconcileSoon } from '../settlement/jobs.ts'
import { findIntent } from '../store.ts'
import { refundLimitOf, withinLimit } from './limit.ts'
import { refundPayment } from './refund-booking.ts'
import { refundRefusals } from './refusals.ts'
import { findRefund, retryRefund } from './store.ts'

type Deps = Pick<PaymentDeps, 'db' | 'jobs'> & {
  identity: Identity
  audit: Audit
  clinic: () => Promise<Money>
}

/** Registers the routes by which staff refund payments. */
export function refundRoutes(app: App, deps: Deps) {
  refundRoute(app, deps)
  retryRoute(app, deps)
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
      const { requestId: refundId, amount, note, paymentId, owedAgain } = request.body
      const money = await clinic()
      const cents = requestedCents(amount, money, 'amount')
      const booking = await db.transaction(async (tx) => {
        const found = await lockBooking(tx, request.params.id)
        if (!found) throw refuse('unknown-appointment')
        const payments = (await listPayments(tx, found.id)).filter(({ voidedAt }) => !voidedAt)
        const paid = chosenPayment(payments, paymentId)
        if (!paid) throw refuse(payments.length > 0 ? 'which-payment' : 'not-paid')
        if (owedAgain && paid.method === 'card-online') throw refuse('owed-by-card')
        if (owedAgain && found.status === 'cancelled') throw refuse('owed-when-cancelled')
        const caller = identity.caller(request)
        const limit = await refundLimitOf(tx, caller, money)
        const outcome = await withinLimit(tx, found.id, limit, (within) =>
          refundPayment(within, paid, {
            ...{ refundId, amount: cents, reason: 'by-staff', note, requestedBy: caller.email },
            ...{ isHandedOut: true, isOwedAgain: owedAgain },
          }),
        )
        if (!outcome.ok) throw problemOf(refundRefusals, outcome)
        // A repeated request is not recorded again.
        if (outcome.refund > 0)
          await audit.recordFor(request)(tx, 'refund-payment', targetOf(found, formatCents(cents, money)), [
            found.patientId,
          ])
        return lockBooking(tx, found.id)
      })
      reconcileSoon({ db, jobs })
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
        const bookingId = refund.intentId ? (await findIntent(tx, refund.intentId))?.bookingId : undefined
        const booking = bookingId ? await findAnyBooking(tx, bookingId) : undefined
        const amount = formatCents(refund.amount, money)
        const target = booking ? targetOf(booking, amount) : amount
        await audit.recordFor(request)(tx, 'refund-payment', target, booking ? [booking.patientId] : [])
      })
      reconcileSoon({ db, jobs })
      return { success: true as const }
    },
  )
}

/** Returns the payment with this id; without one the card payment, or else the only one. */
function chosenPayment(payments: readonly PaymentRow[], id: string | undefined): PaymentRow | undefined {
  if (id !== undefined) return payments.find((each) => each.id === id)
  return payments.find(({ method }) => method === 'card-online') ?? (payments.length === 1 ? payments[0] : undefined)
}

function targetOf({ treatment, patientName, date, slot }: BookingWithDoctor, amount: string) {
  return `${amount} of ${patientName}’s ${treatment} on ${date}, ${slot}`
}

const refuse = (reason: Exclude<keyof typeof refundRefusals, 'over-limit'>) => problemOf(refundRefusals, { reason })
