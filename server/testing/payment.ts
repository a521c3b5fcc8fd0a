import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { publishableKey } from '#sandbox/stripe/publishable-key.ts'
import { openStripeSandbox } from '#sandbox/stripe/sandbox.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { paymentIntent, paymentLedger } from '#server/database/schema/payment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import type { PaymentDeps } from '#server/payment/deps.ts'
import { noLimits } from '#server/payment/limits.ts'
import { type CardProvider, cardProvider } from '#server/payment/provider.ts'
import { noReport } from '#server/telemetry/report.ts'
import type { TestApp } from './app.ts'
import { timeColumns } from './calendar/bookings.ts'
import { clinicData } from './calendar/clinic.ts'
import { typed } from './outside/stripe-sandbox.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

/** Returns functions that book, pay and look up payments; `stripe` is the official client of the sandbox. */
export async function openTestPayments({ app, database, secret, log, origin }: TestApp) {
  const { db } = database
  const jobs = await openJobs({ database, log })
  const sandbox = await openStripeSandbox({ database, jobs, secret, log, publicUrl: origin })
  const { secretKey, webhookSecret, api } = sandbox.account
  const stripe = new Stripe(secretKey, { ...api, maxNetworkRetries: 0 })
  let day = 0

  const send = (method: 'POST' | 'PATCH', url: string, person: Person, payload: object) =>
    app.inject({ method, url, headers: { origin, ...person.bearer }, payload })
  const requestIntent = (person: Person, payload: object) => send('POST', '/create-payment-intent', person, payload)

  return {
    stripe,
    sandbox: {
      ...sandbox,
      close: async () => {
        await jobs.close()
        await sandbox.close()
      },
    },
    requestIntent,
    /** Inserts a booking of a Teeth Cleaning for $59 and returns its id. */
    book: (person: Person): Promise<string> => {
      day += 1
      return insertBooking(db, person, addDays('2029-12-31', day))
    },
    /** Requests an intent as the payment page does and returns its id. */
    intentFor: async (person: Person, appointment: string): Promise<string> =>
      intentIn((await requestIntent(person, { price: 59, appointment })).json().clientSecret),
    /** Confirms an intent, with a valid card unless given another, as the provider's frame does. @throws the error of
     *  the provider's response. */
    charge: async (intent: string, card?: string) => {
      const { client_secret } = await stripe.paymentIntents.retrieve(intent)
      const response = await app.inject({
        method: 'POST',
        url: `/sandbox/stripe/v1/payment_intents/${intent}/confirm`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: typedCard(String(client_secret), card),
      })
      if (response.statusCode !== 200) throw response.json().error
    },
    report: (person: Person, appointment: string, transactionId: string) =>
      send('PATCH', `/booking/${appointment}`, person, { appointment, transactionId }),
    /** Sends a webhook event as the provider does. `secret` and `timestamp` (seconds) are used for its signature. */
    deliver: (event: object, overrides: { secret?: string; timestamp?: number; body?: string } = {}) => {
      const payload = JSON.stringify(event)
      const signed = { payload, secret: webhookSecret, ...overrides }
      return app.inject({
        method: 'POST',
        url: '/webhook/stripe',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': stripe.webhooks.generateTestHeaderString(signed),
        },
        payload: overrides.body ?? payload,
      })
    },
    /** Returns the payment feature's dependencies, with parts of the provider replaced. */
    depsWith: (overrides: Partial<CardProvider> = {}): PaymentDeps => ({
      ...{ db, log, jobs, publicUrl: origin, clock: () => new Date(), report: noReport, paymentLimits: noLimits },
      cards: { ...cardProvider(sandbox.account), ...overrides },
      clinic: async () => clinicData,
    }),
    setFaults: (faults: object) => setFaults(app, secretKey, faults),
    ...lookups(db),
  }
}
export type TestPayments = Awaited<ReturnType<typeof openTestPayments>>

/** Replaces the faults that the sandbox simulates. */
async function setFaults(app: TestApp['app'], secretKey: string, payload: object) {
  const headers = { authorization: `Bearer ${secretKey}` }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/sandbox/stripe/faults', headers, payload })
  if (statusCode !== 200) throw new Error(body)
}

function lookups(db: Db) {
  return {
    findBooking: async (id: string) => {
      const [found] = await db.select().from(booking).where(eq(booking.id, id))
      if (!found) throw new Error('There is no such booking')
      return found
    },
    findIntent: async (id: string) => (await db.select().from(paymentIntent).where(eq(paymentIntent.id, id)))[0],
    /** Kinds of an intent's ledger entries, oldest first. */
    ledger: async (intent: string) => {
      const ofIntent = eq(paymentLedger.intentId, intent)
      const rows = await db.select().from(paymentLedger).where(ofIntent).orderBy(asc(paymentLedger.id))
      return rows.map(({ kind }) => kind)
    },
    receipts: async (recipient: string) => {
      const found = await db.select().from(mail).where(eq(mail.recipient, recipient))
      return found.filter(({ kind }) => kind === 'receipt').length
    },
  }
}

async function insertBooking(db: Db, person: Person, date: IsoDate): Promise<string> {
  const id = uuid()
  const [cleaning] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!cleaning) throw new Error('The sample treatments are missing')
  await db.insert(booking).values({
    id,
    treatmentId: cleaning.id,
    treatment: cleaning.name,
    ...timeColumns(date, '08.00 AM - 08.30 AM'),
    priceCents: cleaning.priceCents,
    patientId: person.patientId,
    patient: person.email,
    patientName: person.name,
    phone: '555 0142',
  })
  return id
}

/** Returns the body that the provider's frame sends for a card, by default a valid one. */
export function typedCard(clientSecret: string, card = '4242424242424242'): string {
  const params = { key: publishableKey, client_secret: clientSecret, ...typed(card) }
  return new URLSearchParams(params).toString()
}

/** Returns the intent id in a client secret. */
export function intentIn(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Returns a webhook event about an intent; `overrides` replaces fields of the intent. */
export function eventOf(type: string, intent: string, overrides: object = {}) {
  const object = { id: intent, object: 'payment_intent', amount: 59_00, amount_received: 59_00, status: 'succeeded' }
  return { id: `evt_${randomUUID()}`, object: 'event', type, data: { object: { ...object, ...overrides } } }
}
