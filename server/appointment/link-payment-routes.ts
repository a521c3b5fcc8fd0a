import { linkCalls } from '#contract/calls/appointment-link.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf } from '#server/http/refusal.ts'
import { publicRoute } from '#server/http/route.ts'
import { beginPayment, callProvider, checkMinimum, limitIntents } from '#server/payment/begin-payment.ts'
import type { PaymentDeps } from '#server/payment/deps.ts'
import { unsettledProblem } from '#server/payment/refusals.ts'
import { settle } from '#server/payment/settlement/settle.ts'
import { findByToken, toLinkedNow } from './link.ts'
import type { LinkTokens } from './link-token.ts'
import { moveRefusals } from './refusals.ts'

type Deps = PaymentDeps & { linkTokens: LinkTokens }

/** Registers the routes by which whoever has the link in an email pays for its appointment by card, and for no other.
 *  They do what the calls of a signed-in patient do, within that patient's limits. */
export function linkPaymentRoutes(app: App, deps: Deps) {
  intentRoute(app, deps)
  reportRoute(app, deps)
}

function intentRoute(app: App, deps: Deps) {
  publicRoute(app, linkCalls.createLinkedIntent, async (request, reply) => {
    const money = await deps.clinic()
    const amount = requestedCents(request.body.price, money, 'price')
    const found = await findByToken(deps, request.body.token, deps.clock())
    await limitIntents(deps.paymentLimits, found.patientId, reply)
    checkMinimum(amount, money)
    return beginPayment(deps, request, payable(found), amount)
  })
}

function reportRoute(app: App, deps: Deps) {
  publicRoute(app, linkCalls.reportLinkedPayment, async (request) => {
    const { token, transactionId } = request.body
    const { id, patientId } = await findByToken(deps, token, deps.clock())
    const claim = { booking: id, patients: [patientId] }
    const outcome = await callProvider(request, () => settle(deps, transactionId, { claim }))
    if (!outcome.ok) throw unsettledProblem(outcome, await deps.clinic())
    return toLinkedNow(deps.db, deps.clock(), outcome.booking)
  })
}

function payable(booking: BookingWithDoctor): BookingWithDoctor {
  if (booking.status === 'cancelled') throw problemOf(moveRefusals, refused('cancelled'))
  return booking
}
