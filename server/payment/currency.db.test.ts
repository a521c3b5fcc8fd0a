import { eq } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { charge } from '#server/database/schema/charge.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

let server: TestApp
let pay: TestPayments
afterEach(async () => {
  await pay.sandbox.close()
  await server.close()
})

/** Opens a clinic with this currency, and an unpaid booking at this price. */
async function open(currency: string, priceCents: number) {
  server = await openTestApp({ env: { CLINIC_CURRENCY: currency } })
  pay = await openTestPayments(server)
  const ann = await server.person()
  const id = await pay.book(ann)
  await server.database.db.update(charge).set({ amount: priceCents }).where(eq(charge.bookingId, id))
  return { ann, id }
}

it.each([
  ['EUR', 59_50, 59.5, 5_950],
  ['JPY', 5_000_00, 5_000, 5_000],
  ['KWD', 12_50, 12.5, 12_500],
  ['ISK', 9_000_00, 9_000, 900_000],
])('in %s a price of %i hundredths is paid and refunded to the cent', async (currency, cents, price, atProvider) => {
  const { ann, id } = await open(currency, cents)
  const answer = await pay.requestIntent(ann, { price, appointment: id })
  expect(answer.statusCode, answer.body).toBe(200)
  const intent = String(answer.json().clientSecret).split('_secret_')[0] ?? ''
  expect(await pay.stripe.paymentIntents.retrieve(intent)).toMatchObject({
    amount: atProvider,
    currency: currency.toLowerCase(),
  })
  await pay.charge(intent)
  expect((await pay.report(ann, id, intent)).json()).toMatchObject({ paid: true, price })
  const admin = await server.person({ role: 'admin' })
  const refund = await server.app.inject({
    method: 'POST',
    url: `/desk/appointments/${id}/refund`,
    headers: admin.bearer,
    payload: { requestId: crypto.randomUUID(), amount: price, note: '' },
  })
  expect(refund.statusCode, refund.body).toBe(200)
  await expect
    .poll(async () => (await pay.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount), {
      timeout: 20_000,
    })
    .toEqual([atProvider])
  await expect.poll(async () => (await pay.findBooking(id)).refundedCents, { timeout: 20_000 }).toBe(cents)
})

it.each([
  ['JPY', 49_00, 49, 'At least ¥50'],
  ['JPY', 100_50, 100.5, 'This currency has no decimals'],
  ['USD', 49, 0.49, 'At least $0.50'],
])('in %s %i hundredths can’t be charged', async (currency, cents, price, sentence) => {
  const { ann, id } = await open(currency, cents)
  const refused = await pay.requestIntent(ann, { price, appointment: id })
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { price: sentence }])
})

it('no intent is stored in another currency than the clinic’s', async () => {
  const { ann, id } = await open('EUR', 59_00)
  // Another admin changes the currency between the request to the provider and its storage.
  const change = () => server.database.db.update(clinic).set({ currency: 'CHF' })
  await change()
  const { intentForBooking } = await import('./intent.ts')
  const row = await pay.findBooking(id)
  const deps = { ...pay.depsWith(), clinic: async () => ({ language: 'de', country: 'DE', currency: 'EUR' }) }
  expect(await intentForBooking(deps, row)).toEqual({ ok: false, reason: 'changing' })
  await server.heard()
  expect((await pay.requestIntent(ann, { price: 59, appointment: id })).statusCode).toBe(200)
})
