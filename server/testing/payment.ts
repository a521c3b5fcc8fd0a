import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { paymentIntent, paymentLedger } from '#server/database/schema/payment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { publishableKey } from '#server/sandbox/stripe/publishable-key.ts'
import { openStripeSandbox } from '#server/sandbox/stripe/sandbox.ts'
import type { TestApp } from './app.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

/** Bookings that can be paid, the calls to pay them, and `stripe`: the provider's side, by its own package. */
export async function openTestPayments({ app, database, secret, log, origin }: TestApp) {
  const { db } = database
  const jobs = await openJobs({ database, log })
  const sandbox = await openStripeSandbox({ db, jobs, secret, log, publicUrl: origin })
  const { secretKey, webhookSecret, api } = sandbox.account
  const stripe = new Stripe(secretKey, { ...api, maxNetworkRetries: 0 })
  let day = 0

  const send = (method: 'POST' | 'PATCH', url: string, person: Person, payload: object) =>
    app.inject({ method, url, headers: { origin, ...person.bearer }, payload })
  const ask = (person: Person, payload: object) => send('POST', '/create-payment-intent', person, payload)

  return {
    stripe,
    sandbox: {
      ...sandbox,
      close: async () => {
        await jobs.close()
        await sandbox.close()
      },
    },
    ask,
    /** A booking of a Teeth Cleaning for $59; gives its id. */
    book: async (person: Person): Promise<string> => {
      day += 1
      const id = uuid()
      const [cleaning] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
      if (!cleaning) throw new Error('The sample treatments are missing')
      await db.insert(booking).values({
        id,
        treatmentId: cleaning.id,
        treatment: cleaning.name,
        date: new Date(Date.UTC(2030, 0, day)).toISOString().slice(0, 10),
        slot: '08.00 AM - 08.30 AM',
        price: cleaning.price,
        patientId: person.userId,
        patient: person.email,
        patientName: person.name,
        phone: '555 0142',
      })
      return id
    },
    /** The intent that the page of this booking gets; gives its id. */
    intentFor: async (person: Person, appointment: string): Promise<string> =>
      intentIn((await ask(person, { price: 59, appointment })).json().clientSecret),
    /** Confirms an intent as the provider's frame does when a card was typed that works. @throws what the provider answered instead. */
    charge: async (intent: string) => {
      const { client_secret } = await stripe.paymentIntents.retrieve(intent)
      const answer = await app.inject({
        method: 'POST',
        url: `/sandbox/stripe/v1/payment_intents/${intent}/confirm`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: typedCard(String(client_secret)),
      })
      if (answer.statusCode !== 200) throw answer.json().error
    },
    report: (person: Person, appointment: string, transactionId: string) =>
      send('PATCH', `/booking/${appointment}`, person, { appointment, transactionId }),
    /** Sends an event as the provider would; `secret` and `timestamp` (seconds) are those of its signature. */
    deliver: (event: object, given: { secret?: string; timestamp?: number; body?: string } = {}) => {
      const payload = JSON.stringify(event)
      const signed = { payload, secret: webhookSecret, ...given }
      return app.inject({
        method: 'POST',
        url: '/webhook/stripe',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': stripe.webhooks.generateTestHeaderString(signed),
        },
        payload: given.body ?? payload,
      })
    },
    findBooking: async (id: string) => {
      const [found] = await db.select().from(booking).where(eq(booking.id, id))
      if (!found) throw new Error('There is no such booking')
      return found
    },
    findIntent: async (id: string) => (await db.select().from(paymentIntent).where(eq(paymentIntent.id, id)))[0],
    /** What the ledger says of an intent, in order. */
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
export type TestPayments = Awaited<ReturnType<typeof openTestPayments>>

/** What the provider's frame sends once a card is typed that works. */
export function typedCard(clientSecret: string): string {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' }
  const typed = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  return new URLSearchParams([
    ['key', publishableKey],
    ['client_secret', clientSecret],
    ['payment_method_data[type]', 'card'],
    ...typed,
  ]).toString()
}

/** The intent that a client's secret is for. */
export function intentIn(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** An event that says of an intent what `type` says; `given` changes what it says of it. */
export function eventOf(type: string, intent: string, given: object = {}) {
  const object = { id: intent, object: 'payment_intent', amount: 59_00, amount_received: 59_00, status: 'succeeded' }
  return { id: `evt_${randomUUID()}`, object: 'event', type, data: { object: { ...object, ...given } } }
}
