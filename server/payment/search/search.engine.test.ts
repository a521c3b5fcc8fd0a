import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaymentsFound } from '#contract/desk/payment-search.ts'
import { audit } from '#server/database/schema/audit.ts'
import { patient } from '#server/database/schema/patient.ts'
import { till } from '#server/database/schema/till.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

let server: TestApp
let pay: TestPayments
type Person = Awaited<ReturnType<TestApp['person']>>
let bjoern: Person
let desk: Person
let accountant: Person

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  bjoern = await server.person({ name: 'Björn Groß' })
  desk = await server.person({ role: 'receptionist' })
  accountant = await server.person({ role: 'accountant' })
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

const get = (search: string, { bearer } = accountant) =>
  server.app.inject({ url: `/desk/payments?search=${encodeURIComponent(search)}`, headers: bearer })

async function find(search: string): Promise<string[]> {
  const answer = await get(search)
  expect(answer.statusCode, answer.body).toBe(200)
  return (answer.json() as PaymentsFound).payments.map(({ receipt }) => receipt)
}

/** Takes a payment whose receipt gets a number. */
async function take(count: number, person = bjoern, year = 2026): Promise<{ id: string; receipt: string }> {
  const id = await pay.book(person)
  await server.database.db.update(till).set({ receiptYear: year, receiptCount: count - 1 })
  const payload = { requestId: randomUUID(), method: 'cash', amount: 5 }
  const url = `/desk/appointments/${id}/payments`
  const taken = await server.app.inject({ method: 'POST', url, headers: desk.bearer, payload })
  expect(taken.statusCode, taken.body).toBe(200)
  return { id, receipt: taken.json().payment.payments[0].receipt }
}

it('finds a receipt by its number as it is printed, by its last digits, and by the name of the patient', async () => {
  const { id, receipt } = await take(90_042)
  const other = await take(90_142, await server.person({ name: 'Ann Other' }))
  const [year] = receipt.split('-')
  for (const typed of [receipt, `Receipt ${receipt}`, receipt.replace('-', ' '), '90042', '0042'])
    expect([typed, await find(typed)]).toEqual([typed, [receipt]])
  expect(await find('042')).toEqual([receipt])
  expect(await find('42')).toEqual([other.receipt, receipt])
  expect(await find(`${year}-90043`)).toEqual([])
  for (const typed of ['Björn Groß', 'bjoern gross', 'Bjorn', 'gross', bjoern.email])
    expect([typed, await find(typed)]).toEqual([typed, [receipt]])
  expect((await get(receipt)).json()).toMatchObject({
    payments: [
      {
        receipt,
        method: 'cash',
        amount: 5,
        appointment: { _id: id, patientName: 'Björn Groß', treatment: 'Teeth Cleaning' },
      },
    ],
    hasMore: false,
  })
})

it('puts the receipts with exactly the digits first, then the newest', async () => {
  const person = await server.person()
  const receipts = [await take(77, person), await take(90_177, person), await take(90_277, person)].map(
    ({ receipt }) => receipt,
  )
  expect(await find('77')).toEqual([receipts[0], receipts[2], receipts[1]])
  expect(await find('№ 00077')).toEqual([receipts[0]])
})

it('finds the payments of somebody who has died, and by card by the id of the provider', async () => {
  const person = await server.person({ name: 'Quentin Late' })
  const { receipt } = await take(90_500, person)
  await server.database.db.update(patient).set({ diedAt: new Date() }).where(eq(patient.id, person.patientId))
  expect(await find('Quentin')).toEqual([receipt])
  const id = await pay.book(bjoern)
  const intent = (await pay.requestIntent(bjoern, { price: 59, appointment: id }))
    .json()
    .clientSecret.split('_secret_')[0]
  await pay.charge(intent)
  await pay.report(bjoern, id, intent)
  expect(await find(intent)).toHaveLength(1)
})

it('is for staff who read payments, says what is missing, and is in the audit trail', async () => {
  expect((await get('Ann', bjoern)).statusCode).toBe(403)
  expect((await get('x')).json().errors).toEqual({ search: 'At least 2 characters' })
  await get('Björn Groß')
  const entries = await server.database.db
    .select()
    .from(audit)
    .where(eq(audit.target, 'the payments that “Björn Groß” finds'))
  expect(entries).toMatchObject([{ actor: accountant.email, personIds: [bjoern.patientId] }])
})
