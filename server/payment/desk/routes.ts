import type { FastifyRequest } from 'fastify'
import { deskPaymentCalls } from '#contract/calls/payment.ts'
import { refundCalls } from '#contract/calls/refund.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { findAnyBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { emails } from '#server/mail/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { reconcileSoon } from '../settlement/jobs.ts'
import {
  changePriceAtDesk,
  chargeNoShowAtDesk,
  handOutAtDesk,
  sendReceipt,
  takeAtDesk,
  voidAtDesk,
} from './change-money-by-staff.ts'
import { detailsOf } from './details.ts'
import { moneyRefusals } from './refusals.ts'

type Deps = Pick<PaymentDeps, 'db' | 'jobs' | 'publicUrl' | 'clinic'> & { identity: Identity; audit: Audit }

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
  route(app, identity, deskPaymentCalls.getPayment, async (request) => {
    const booking = await findAnyBooking(db, request.params.id)
    if (!booking) throw problemOf(moneyRefusals, { reason: 'unknown-appointment' })
    const target = `the payment of ${booking.patientName}’s ${booking.treatment}`
    await audit.recordRead(request, 'read-appointment', target, [booking.patientId])
    return detailsOf(db, booking)
  })
}

function takeRoute(app: App, deps: Deps) {
  route(app, deps.identity, deskPaymentCalls.takePayment, async (request) => {
    const { requestId: id, amount, ...paid } = request.body
    const by = await byCaller(deps, request)
    const taken = { id, ...paid, amount: requestedCents(amount, by.money, 'amount') }
    return answer(deps.db, by.money, await takeAtDesk(deps.db, request.params.id, taken, by))
  })
}

function voidRoute(app: App, deps: Deps) {
  route(app, deps.identity, deskPaymentCalls.voidPayment, async (request) => {
    const by = await byCaller(deps, request)
    return answer(deps.db, by.money, await voidAtDesk(deps.db, request.params.id, request.body.reason, by))
  })
}

function receiptRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, deskPaymentCalls.sendReceipt, async (request) => {
    const outcome = await sendReceipt(deps, request.params.id, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(moneyRefusals, outcome)
    deps.jobs.wake(emails)
    return { success: true as const }
  })
}

function priceRoute(app: App, deps: Deps) {
  route(app, deps.identity, deskPaymentCalls.changePrice, async (request) => {
    const by = await byCaller(deps, request)
    const { price, from, ...more } = request.body
    const change = {
      price: requestedCents(price, by.money, 'price'),
      from: requestedCents(from, by.money, 'from'),
      ...more,
    }
    const answered = await answer(deps.db, by.money, await changePriceAtDesk(deps, request.params.id, change, by))
    deps.jobs.wake(emails)
    return answered
  })
}

function noShowRoute(app: App, deps: Deps) {
  route(app, deps.identity, deskPaymentCalls.chargeNoShow, async (request) => {
    const by = await byCaller(deps, request)
    const { fee, reason } = request.body
    const charge = { fee: requestedCents(fee, by.money, 'fee'), reason }
    const answered = await answer(deps.db, by.money, await chargeNoShowAtDesk(deps.db, request.params.id, charge, by))
    reconcileSoon(deps)
    return answered
  })
}

function handOutRoute(app: App, deps: Deps) {
  route(app, deps.identity, refundCalls.handOutRefund, async (request) => {
    const by = await byCaller(deps, request)
    return answer(deps.db, by.money, await handOutAtDesk(deps.db, request.params.id, by))
  })
}

async function byCaller({ identity, audit, clinic }: Deps, request: FastifyRequest) {
  return { caller: identity.caller(request), money: await clinic(), record: audit.recordFor(request) }
}

type MoneyOutcome = Awaited<
  ReturnType<
    typeof takeAtDesk | typeof voidAtDesk | typeof changePriceAtDesk | typeof chargeNoShowAtDesk | typeof handOutAtDesk
  >
>

/** Answers a change with the money of its appointment. */
async function answer(db: Db, money: Money, outcome: MoneyOutcome) {
  if (outcome.ok) return { success: true as const, payment: await detailsOf(db, outcome.booking) }
  if (outcome.reason === 'more-than-owed')
    throw problemOf(moneyRefusals, { ...outcome, owed: formatCents(outcome.owed, money) })
  if (outcome.reason === 'below-paid')
    throw problemOf(moneyRefusals, { ...outcome, lowest: formatCents(outcome.lowest, money) })
  throw problemOf(moneyRefusals, outcome)
}
