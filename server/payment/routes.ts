import { z } from 'zod'
import { paymentCalls } from '#contract/calls/payment.ts'
import { computedCents } from '#contract/kit/money/amount.ts'
import { refused } from '#contract/kit/outcome.ts'
import { authorizeRow } from '#server/access/authorize.ts'
import { toResponse } from '#server/booking/response.ts'
import { findAnyBooking, findBooking } from '#server/booking/store.ts'
import { findOwedOf } from '#server/booking/unpaid-store.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { beginPayment, callProvider, checkMinimum, limitIntents } from './begin-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { intentForPrice } from './intent.ts'
import { paymentRefusals, requestRefusals, unsettledProblem } from './refusals.ts'
import { settle } from './settlement/settle.ts'
import { receive } from './settlement/webhook.ts'

type Deps = PaymentDeps & { identity: Identity }

const tags = ['payment']

/** Registers the routes that create a payment intent, report a payment and receive the provider's webhooks. */
export function paymentRoutes(app: App, deps: Deps) {
  intentRoute(app, deps)
  reportRoute(app, deps)
  webhookRoute(app, deps)
}

async function ownBooking({ db }: PaymentDeps, id: string, caller: Caller) {
  return authorizeRow(caller, 'pay-booking', await findBooking(db, id))
}

function intentRoute(app: App, { identity, ...deps }: Deps) {
  route(app, identity, paymentCalls.createPaymentIntent, async (request, reply) => {
    const caller = identity.caller(request)
    const ownId = ownPatientId(caller)
    const { appointment } = request.body
    const money = await deps.clinic()
    const price = requestedCents(request.body.price, money, 'price')
    await limitIntents(deps.paymentLimits, ownId, reply)
    // A client of the call table knows the price only.
    const owed = appointment === undefined ? await findOwedOf(deps.db, ownId, price) : undefined
    const amount = owed === undefined ? price : computedCents(owed)
    checkMinimum(amount, money)
    if (appointment !== undefined)
      return beginPayment(deps, request, await ownBooking(deps, appointment, caller), amount)
    const outcome = await callProvider(request, () => intentForPrice(deps, ownId, amount))
    if (!outcome.ok) throw problemOf(paymentRefusals, { reason: outcome.reason })
    return { clientSecret: outcome.clientSecret }
  })
}

function reportRoute(app: App, { identity, ...deps }: Deps) {
  route(app, identity, paymentCalls.reportPayment, async (request) => {
    const caller = identity.caller(request)
    const { transactionId } = request.body
    const appointment = request.params.id
    if (request.body.appointment !== undefined && request.body.appointment !== appointment)
      throw problemOf(requestRefusals, refused('another-appointment'))
    // Also one that was cancelled while its card was charged.
    authorizeRow(caller, 'pay-booking', await findAnyBooking(deps.db, appointment))
    const claim = { booking: appointment, patients: caller.patientIds }
    const outcome = await callProvider(request, () => settle(deps, transactionId, { claim }))
    if (!outcome.ok) throw unsettledProblem(outcome, await deps.clinic())
    return toResponse(outcome.booking)
  })
}

function webhookRoute(app: App, deps: Deps) {
  // The signature covers the raw bytes, so the body is not parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      '/webhook/stripe',
      {
        bodyLimit: 512 * 1024,
        config: { limit: 'webhook' },
        schema: {
          tags,
          operationId: 'receivePaymentEvent',
          summary: "Receive the card provider's events",
          problems: [503],
          security: [{ stripe: [] }],
          response: { 200: z.object({ received: z.literal(true) }) },
        },
      },
      async (request) => {
        const signature = z.string().safeParse(request.headers['stripe-signature'])
        const body = z.instanceof(Buffer).safeParse(request.body)
        const event =
          signature.success && body.success
            ? await deps.cards.readEvent(body.data, signature.data)
            : ('forged' as const)
        if (event === 'forged') throw problemOf(requestRefusals, refused('forged'))
        if (event) await callProvider(request, () => receive(deps, event))
        return { received: true as const }
      },
    )
  })
}

function ownPatientId({ patientIds: [own] }: Caller): string {
  if (own === undefined) throw new Error('The account has no patient')
  return own
}
