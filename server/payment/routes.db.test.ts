import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { charge } from '#server/database/schema/charge.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { intentIn, openTestPayments, type TestPayments } from '#server/testing/payment.ts'

let server: TestApp
let pay: TestPayments
let ann: Awaited<ReturnType<TestApp['person']>>
let bob: typeof ann

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  ann = await server.person({ name: 'Ann' })
  bob = await server.person({ name: 'Bob' })
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

describe('POST /create-payment-intent', () => {
  it('creates an intent at the booking’s price, with the booking and the patient in its metadata', async () => {
    const id = await pay.book(ann)
    const answer = await pay.requestIntent(ann, { price: 59, appointment: id })
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json())).toEqual(['clientSecret'])
    const intent = await pay.stripe.paymentIntents.retrieve(intentIn(answer.json().clientSecret))
    expect(intent).toMatchObject({ amount: 59_00, currency: 'usd', metadata: { booking: id, patient: ann.patientId } })
  })

  it('returns the same intent to concurrent and later requests for one unpaid booking', async () => {
    const id = await pay.book(ann)
    const intents = await Promise.all(Array.from({ length: 10 }, () => pay.intentFor(ann, id)))
    intents.push(await pay.intentFor(ann, id))
    expect(new Set(intents).size).toBe(1)
    expect(await pay.ledger(intents[0] ?? '')).toEqual(['made'])
  })

  it('creates a new intent after the old one was cancelled', async () => {
    const id = await pay.book(ann)
    const old = await pay.intentFor(ann, id)
    await pay.stripe.paymentIntents.cancel(old)
    const fresh = await pay.intentFor(ann, id)
    expect(fresh).not.toBe(old)
    expect(await pay.findIntent(old)).toMatchObject({ state: 'cancelled' })
  })

  it('refuses a price other than the booking’s, and charges the booked price after the treatment’s price changed', async () => {
    const id = await pay.book(ann)
    const low = await pay.requestIntent(ann, { price: 1, appointment: id })
    expect([low.statusCode, low.json().code]).toEqual([409, 'price-mismatch'])
    await server.database.db.update(treatment).set({ priceCents: 75_00 }).where(eq(treatment.name, 'Teeth Cleaning'))
    try {
      const intent = await pay.intentFor(ann, id)
      await pay.charge(intent)
      expect((await pay.report(ann, id, intent)).json()).toMatchObject({ paid: true, price: 59 })
    } finally {
      await server.database.db.update(treatment).set({ priceCents: 59_00 }).where(eq(treatment.name, 'Teeth Cleaning'))
    }
  })

  it('answers 404 for another patient’s booking and 401 without a token', async () => {
    const id = await pay.book(ann)
    expect((await pay.requestIntent(bob, { price: 59, appointment: id })).statusCode).toBe(404)
    const payload = { price: 59, appointment: id }
    expect((await server.app.inject({ method: 'POST', url: '/create-payment-intent', payload })).statusCode).toBe(401)
  })

  it.each([
    [{ price: 0.49 }, 'price'],
    [{ price: -59 }, 'price'],
    [{ price: 59.001 }, 'price'],
    [{ price: '59' }, 'price'],
    [{}, 'price'],
    [{ price: 59, appointment: 'x' }, 'appointment'],
  ])('refuses %j and names the field', async (payload, field) => {
    const answer = await pay.requestIntent(ann, payload)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })

  it('refuses a booking that is paid, or charged but not yet reported', async () => {
    const id = await pay.book(ann)
    await pay.charge(await pay.intentFor(ann, id))
    for (const _time of [1, 2]) {
      const answer = await pay.requestIntent(ann, { price: 59, appointment: id })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'already-paid'])
      expect((await pay.findBooking(id)).paidAt).not.toBeNull()
    }
  })
})

describe('POST /create-payment-intent without a booking', () => {
  const secretOf = async (person: typeof ann, price = 59) =>
    (await pay.requestIntent(person, { price })).json().clientSecret

  it('is refused unless an unpaid booking has exactly that price, so that nothing is paid twice', async () => {
    const cy = await server.person()
    expect((await pay.requestIntent(cy, { price: 59 })).json()).toMatchObject({ status: 409, code: 'nothing-to-pay' })
    const id = await pay.book(cy)
    expect((await pay.requestIntent(cy, { price: 58.99 })).json()).toMatchObject({
      status: 409,
      code: 'nothing-to-pay',
    })
    const intent = await pay.intentFor(cy, id)
    await pay.charge(intent)
    await pay.report(cy, id, intent)
    expect((await pay.requestIntent(cy, { price: 59 })).json()).toMatchObject({ status: 409, code: 'nothing-to-pay' })
  })

  it('returns one intent to concurrent requests and keeps it open', async () => {
    const cy = await server.person()
    await pay.book(cy)
    const secrets = await Promise.all(Array.from({ length: 5 }, () => secretOf(cy)))
    expect(new Set(secrets).size).toBe(1)
    expect(await secretOf(cy)).toBe(secrets[0])
  })

  it('cancels the open intent for another price', async () => {
    const cy = await server.person()
    const id = await pay.book(cy)
    const first = intentIn(await secretOf(cy))
    await server.database.db.update(charge).set({ amount: 60_00 }).where(eq(charge.bookingId, id))
    const second = intentIn(await secretOf(cy, 60))
    expect(second).not.toBe(first)
    expect(await pay.findIntent(first)).toMatchObject({ state: 'cancelled' })
    await expect(pay.charge(first)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('settles the only booking of that price with an earlier payment that was never reported', async () => {
    const cy = await server.person()
    const id = await pay.book(cy)
    const intent = intentIn(await secretOf(cy))
    await pay.charge(intent)
    expect((await pay.requestIntent(cy, { price: 59 })).json()).toMatchObject({ status: 409, code: 'already-paid' })
    expect(await pay.findBooking(id)).toMatchObject({ transactionId: intent })
  })
})

describe('PATCH /booking/{id}', () => {
  it('marks the booking as paid once, however often the payment is reported', async () => {
    const id = await pay.book(ann)
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    const before = await pay.receipts(ann.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay.report(ann, id, intent)))
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ _id: id, paid: true, transactionId: intent, paidAt: expect.any(String) })
    }
    expect(await pay.ledger(intent)).toEqual(['made', 'settled'])
    expect(await pay.receipts(ann.email)).toBe(before + 1)
    const listed = await server.app.inject({ url: `/booking?patient=${ann.email}`, headers: ann.bearer })
    const changes = expect.objectContaining({ refund: 59 })
    expect(listed.json()).toContainEqual({ ...answers[0]?.json(), changes })
  })

  it('refuses an intent that is unpaid, unknown, or another patient’s', async () => {
    const id = await pay.book(ann)
    const unpaid = await pay.report(ann, id, await pay.intentFor(ann, id))
    expect([unpaid.statusCode, unpaid.json().code]).toEqual([402, 'not-paid'])
    const invented = await pay.report(ann, id, 'pi_invented')
    expect([invented.statusCode, invented.json().code]).toEqual([402, 'unknown'])
    const bobs = await pay.intentFor(bob, await pay.book(bob))
    await pay.charge(bobs)
    const stolen = await pay.report(ann, id, bobs)
    expect([stolen.statusCode, stolen.json().code]).toEqual([402, 'unknown'])
    expect((await pay.findBooking(id)).paidAt).toBeNull()
  })

  it('does not settle two bookings with one payment', async () => {
    const [one, other] = [await pay.book(ann), await pay.book(ann)]
    const intent = await pay.intentFor(ann, one)
    await pay.charge(intent)
    const answer = await pay.report(ann, other, intent)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'another-booking'])
    expect((await pay.findBooking(other)).paidAt).toBeNull()
  })

  it('settles exactly one booking of that price with an intent that names none', async () => {
    const cy = await server.person()
    const ids = [await pay.book(cy), await pay.book(cy), await pay.book(cy)]
    const intent = intentIn((await pay.requestIntent(cy, { price: 59 })).json().clientSecret)
    await pay.charge(intent)
    const answers = await Promise.all(ids.map((id) => pay.report(cy, id, intent)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const paid = await server.database.db.select().from(booking).where(eq(booking.transactionId, intent))
    expect(paid).toHaveLength(1)
  })

  it('uses the booking in the path if the body names none', async () => {
    const id = await pay.book(ann)
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    const answer = await server.app.inject({
      method: 'PATCH',
      url: `/booking/${id}`,
      headers: ann.bearer,
      payload: { transactionId: intent },
    })
    expect(answer.json()).toMatchObject({ _id: id, paid: true, transactionId: intent })
  })

  it('answers 404 for another patient’s booking, and refuses a body that names another booking than the path', async () => {
    const id = await pay.book(ann)
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    expect((await pay.report(bob, id, intent)).statusCode).toBe(404)
    const mixed = await server.app.inject({
      method: 'PATCH',
      url: `/booking/${id}`,
      headers: ann.bearer,
      payload: { appointment: await pay.book(ann), transactionId: intent },
    })
    expect([mixed.statusCode, Object.keys(mixed.json().errors)]).toEqual([400, ['appointment']])
    expect((await pay.findBooking(id)).paidAt).toBeNull()
  })
})

it('the ledger is append-only', async () => {
  const intent = await pay.intentFor(ann, await pay.book(ann))
  for (const change of [
    'UPDATE payment_ledger SET amount = 1',
    'DELETE FROM payment_ledger',
    'TRUNCATE payment_ledger',
  ]) {
    await expect(server.database.db.execute(change)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'payment_ledger is append-only' }),
    })
  }
  expect(await pay.ledger(intent)).toEqual(['made'])
})
