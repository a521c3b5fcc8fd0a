import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Booking, booking } from '#contract/booking.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'
import { paymentIntentRequest, paymentIntentResponse, paymentReport } from '#contract/payment.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import { intentFor, intentForPrice } from './intent.ts'
import { declinedCards, intentRequests, type PaymentLimits } from './limits.ts'
import { ProviderOutOfReach } from './provider.ts'
import { type PaymentDeps, settle } from './settlement/settle.ts'
import type { Refusal } from './settlement/verdict.ts'
import { receive } from './settlement/webhook.ts'
import { type BookingRow, findOwnBooking } from './store.ts'

type Deps = PaymentDeps & { identity: Identity; toResponse: (row: BookingRow) => Booking }

const tags = ['payment']

/** Payment: an intent to pay with, the report that it was paid, and the provider's own word. */
export function paymentRoutes(app: App, deps: Deps) {
  intentRoute(app, deps)
  reportRoute(app, deps)
  webhookRoute(app, deps)
}

async function ownBooking({ db }: PaymentDeps, id: string, userId: string) {
  const found = await findOwnBooking(db, id, userId)
  if (!found) throw new ProblemError(404, 'There is no such appointment.')
  return found
}

function intentRoute(app: App, { identity, ...deps }: Deps) {
  app.post(
    '/create-payment-intent',
    {
      onRequest: [identity.bearer],
      schema: {
        tags,
        operationId: 'createPaymentIntent',
        summary: 'Begin to pay for an appointment',
        problems: [404, 409],
        body: paymentIntentRequest,
        response: { 200: paymentIntentResponse },
      },
    },
    async (request, reply) => {
      const { userId } = identity.caller(request)
      await limitIntents(deps.limits, userId, reply)
      const { appointment } = request.body
      const amount = Math.round(request.body.price * 100)
      const found = appointment === undefined ? undefined : await ownBooking(deps, appointment, userId)
      if (found && found.transactionId === null && found.price !== amount) throw refused('price-mismatch')
      const outcome = await reached(request, () =>
        found ? intentFor(deps, found) : intentForPrice(deps, userId, amount),
      )
      if (!outcome.ok) throw refused(outcome.reason)
      return { clientSecret: outcome.clientSecret }
    },
  )
}

function reportRoute(app: App, { identity, toResponse, ...deps }: Deps) {
  app.patch(
    '/booking/:id',
    {
      onRequest: [identity.bearer],
      schema: {
        tags,
        operationId: 'reportPayment',
        summary: 'Report that an appointment was paid',
        problems: [402, 404, 409],
        params: z.object({ id: z.uuid('Not a booking id') }),
        body: paymentReport,
        response: { 200: booking },
      },
    },
    async (request) => {
      const { userId } = identity.caller(request)
      const { transactionId } = request.body
      const appointment = request.params.id
      if (request.body.appointment !== undefined && request.body.appointment !== appointment)
        throw invalid({ appointment: 'Not the booking that the call names' })
      await ownBooking(deps, appointment, userId)
      const claim = { booking: appointment, patient: userId }
      const outcome = await reached(request, () => settle(deps, transactionId, { claim }))
      if (!outcome.ok) throw refused(outcome.reason)
      return toResponse(outcome.booking)
    },
  )
}

function webhookRoute(app: App, deps: Deps) {
  // The signature is over the bytes that were sent, so that nothing may read them before.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      '/webhook/stripe',
      {
        bodyLimit: 512 * 1024,
        config: { rateLimit: false },
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
        if (event === 'forged') throw new ProblemError(400, 'This is not signed by the card provider.')
        if (event) await reached(request, () => receive(deps, event))
        return { received: true as const }
      },
    )
  })
}

async function limitIntents(limits: PaymentLimits, userId: string, reply: FastifyReply) {
  const declined = await limits.wait(declinedCards.kind, userId, declinedCards.size)
  const wait = declined ?? (await limits.take(intentRequests.kind, userId, intentRequests.size))
  if (wait === undefined) return
  reply.header('retry-after', wait)
  const why = declined === undefined ? 'Too many payments were begun' : 'Too many cards were declined'
  throw new ProblemError(429, `${why}. Please try again in ${waitInWords(wait)}, or call us.`, { code: 'too-many' })
}

type RouteRefusal = Refusal | 'changing' | 'nothing-to-pay'

const sentences: Record<RouteRefusal, { status: number; sentence: string }> = {
  unknown: { status: 402, sentence: 'The card provider knows no such payment of yours.' },
  'not-paid': { status: 402, sentence: 'The card provider says that this payment was not completed.' },
  unclaimed: { status: 409, sentence: 'This payment is for no appointment.' },
  'another-booking': { status: 409, sentence: 'This payment belongs to another appointment.' },
  'price-mismatch': { status: 409, sentence: 'The price is not that of the appointment. Please load the page again.' },
  'already-paid': { status: 409, sentence: 'This appointment is already paid. We refund a second payment.' },
  'given-back': { status: 409, sentence: 'This payment was refunded.' },
  'nothing-to-pay': { status: 409, sentence: 'You have no unpaid appointment at this price. Nothing was charged.' },
  changing: { status: 409, sentence: 'This appointment is being paid right now. Please load the page again.' },
}

function refused(reason: RouteRefusal) {
  const { status, sentence } = sentences[reason]
  return new ProblemError(status, sentence, { code: reason })
}

async function reached<Answer>({ log }: FastifyRequest, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderOutOfReach) {
      log.warn(error.reason, 'the card provider could not be asked')
      throw new ProblemError(503, 'The card provider can not be reached at the moment. Please try again in a minute.')
    }
    throw error
  }
}
