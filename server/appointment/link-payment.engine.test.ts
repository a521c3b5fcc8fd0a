import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { linkedAppointment } from '#contract/booking/appointment-link.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import { intentIn, openTestPayments, type TestPayments } from '#server/testing/payment.ts'

let server: TestApp
let pay: TestPayments
type Person = Awaited<ReturnType<TestApp['person']>>
let ann: Person
let desk: Person

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  desk = await server.person({ role: 'receptionist' })
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})
beforeEach(async () => {
  ann = await server.person()
})

const post = (call: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/appointment-link${call}`, headers, payload })
const tokenOf = (id: string, { patientId } = ann) => openFormerLinks(server.secret).issue({ id, patientId })

async function booked(person = ann) {
  const id = await pay.book(person)
  return { id, token: tokenOf(id, person) }
}

async function begin(token: string, price = 59): Promise<string> {
  const answer = await post('/payment-intent', { token, price })
  expect(answer.statusCode, answer.body).toBe(200)
  return intentIn(answer.json().clientSecret)
}
const report = (token: string, transactionId: string) => post('/payment', { token, transactionId })

it('the holder of a link pays for its appointment, and sees that it is paid', async () => {
  const { id, token } = await booked()
  expect((await post('', { token })).json()).toMatchObject({ price: 59, owed: 59 })
  const intent = await begin(token)
  await pay.charge(intent)
  const answer = await report(token, intent)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(linkedAppointment.parse(answer.json())).toMatchObject({ paid: true, transactionId: intent, received: 59 })
  expect(answer.body).not.toContain(ann.email)
  expect(answer.body).not.toContain(ann.name)
  expect((await pay.findBooking(id)).transactionId).toBe(intent)
  expect(await pay.receipts(ann.email)).toBe(1)
  // A repeated report changes nothing.
  expect((await report(token, intent)).statusCode).toBe(200)
  expect(await pay.receipts(ann.email)).toBe(1)
})

it('two tabs, and a tab of the signed-in patient, pay with one intent', async () => {
  const { id, token } = await booked()
  const intents = [await begin(token), await begin(token), await pay.intentFor(ann, id)]
  expect(new Set(intents).size).toBe(1)
})

it('a paid appointment takes no further payment, and another amount than what is owed is refused', async () => {
  const { id, token } = await booked()
  expect((await post('/payment-intent', { token, price: 60 })).json().code).toBe('price-mismatch')
  const taken = await server.app.inject({
    method: 'POST',
    url: `/desk/appointments/${id}/payments`,
    headers: desk.bearer,
    payload: { requestId: randomUUID(), method: 'cash', amount: 35 },
  })
  expect(taken.statusCode).toBe(200)
  expect((await post('/payment-intent', { token, price: 59 })).json().code).toBe('price-mismatch')
  const intent = await begin(token, 24)
  await pay.charge(intent)
  expect((await report(token, intent)).json()).toMatchObject({ paid: true, received: 59 })
  const again = await post('/payment-intent', { token, price: 24 })
  expect([again.statusCode, again.json().code]).toEqual([409, 'already-paid'])
})

it('the token of another appointment can’t use an intent, not even of the same patient', async () => {
  const first = await booked()
  const second = await booked()
  const intent = await begin(first.token)
  await pay.charge(intent)
  const answer = await report(second.token, intent)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'another-booking'])
  const bob = await server.person()
  const stranger = await booked(bob)
  const refused = await report(stranger.token, intent)
  expect([refused.statusCode, refused.json().code]).toEqual([402, 'unknown'])
  for (const { id } of [second, stranger]) expect((await pay.findBooking(id)).receivedCents).toBe(0)
  expect((await report(first.token, intent)).statusCode).toBe(200)
})

it('a signed-in session of somebody else neither helps nor hinders', async () => {
  const { id, token } = await booked()
  const bob = await server.person()
  const answer = await post('/payment-intent', { token, price: 59 }, bob.bearer)
  expect(answer.statusCode).toBe(200)
  const intent = intentIn(answer.json().clientSecret)
  const [row] = await server.database.db.select().from(paymentIntent).where(eq(paymentIntent.id, intent))
  expect(row).toMatchObject({ bookingId: id, patientId: ann.patientId })
  expect((await pay.requestIntent(bob, { price: 59, appointment: id })).statusCode).toBe(404)
})

it('a forged token, one of another patient and one with another secret get one refusal', async () => {
  const { id, token } = await booked()
  const bob = await server.person()
  const tokens = [
    `${token.slice(0, -2)}xx`,
    tokenOf(id, bob),
    openFormerLinks('x'.repeat(40)).issue({ id, ...ann }),
    'x',
  ]
  for (const wrong of tokens) {
    for (const answer of [await post('/payment-intent', { token: wrong, price: 59 }), await report(wrong, 'pi_1')])
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'invalid-link'])
  }
})

it('a cancelled appointment takes no payment, and one that arrives meanwhile goes back', async () => {
  const { token } = await booked()
  const intent = await begin(token)
  await post('/cancel', { token, reason: 'ill' })
  const answer = await post('/payment-intent', { token, price: 59 })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().detail).toContain('already cancelled')
  await pay.charge(intent)
  expect((await report(token, intent)).json().code).toBe('cancelled')
  expect(await pay.ledger(intent)).toContain('refund-requested')
})

it('a payment that was not completed is not recorded', async () => {
  const { id, token } = await booked()
  const intent = await begin(token)
  await expect(pay.charge(intent, '4000000000000002')).rejects.toMatchObject({ code: 'card_declined' })
  const answer = await report(token, intent)
  expect([answer.statusCode, answer.json().code]).toEqual([402, 'not-paid'])
  expect((await pay.findBooking(id)).receivedCents).toBe(0)
})
