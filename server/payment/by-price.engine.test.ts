import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'
import { intentIn } from '#server/testing/payment.ts'

// A client of the specification's call table sends the price alone.

let clinic: TestDeskPayments
beforeAll(async () => {
  clinic = await openTestDeskPayments()
})
afterAll(() => clinic.close())

it.each([
  ['its price', 59],
  ['what is owed', 39],
])('finds an appointment of which a part is paid by %s, and charges what is owed', async (_, price) => {
  const { ann, id } = await clinic.book()
  await clinic.take(id, 20)

  const answer = await clinic.pay.requestIntent(ann, { price })

  expect(answer.statusCode).toBe(200)
  const intent = intentIn(answer.json().clientSecret)
  expect(await clinic.pay.findIntent(intent)).toMatchObject({ amount: 39_00, bookingId: null })
  await clinic.pay.charge(intent)
  const report = await clinic.pay.report(ann, id, intent)
  expect(report.json()).toMatchObject({ paid: true, price: 59, received: 59 })
})

it('prefers the appointment of which the whole price is owed', async () => {
  const { ann, id } = await clinic.book()
  await clinic.take(id, 20)
  await clinic.pay.book(ann)

  const { clientSecret } = (await clinic.pay.requestIntent(ann, { price: 59 })).json()

  expect(await clinic.pay.findIntent(intentIn(clientSecret))).toMatchObject({ amount: 59_00 })
})

it('refuses a rest that is below what the card provider accepts', async () => {
  const { ann, id } = await clinic.book()
  await clinic.take(id, 58.8)

  const answer = await clinic.pay.requestIntent(ann, { price: 59 })

  expect(answer.json()).toMatchObject({ status: 400, code: 'too-small' })
})
