import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Receipt } from '#contract/booking/receipt.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { patient } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

let server: TestApp
let pay: TestPayments
type Person = Awaited<ReturnType<TestApp['person']>>
let zoe: Person
let desk: Person

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  zoe = await server.person({ name: 'Zoë Müller' })
  desk = await server.person({ role: 'receptionist' })
  await server.database.db.update(patient).set({ birthDate: '1984-05-03' }).where(eq(patient.id, zoe.patientId))
  await server.database.db.update(clinic).set({ taxId: '12-3456789', imprint: 'Lumen LLC' })
  await server.database.db.update(clinicPolicy).set({ deskRefundDollars: 59 })
  await server.heard()
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

const get = (url: string, { bearer } = zoe) => server.app.inject({ url, headers: bearer })
const post = (url: string, payload: object, { bearer } = desk) =>
  server.app.inject({ method: 'POST', url, headers: bearer, payload })

async function take(id: string, amount: number, method = 'cash') {
  const taken = await post(`/desk/appointments/${id}/payments`, { requestId: randomUUID(), method, amount })
  expect(taken.statusCode, taken.body).toBe(200)
  return taken.json().payment.payments[0]
}

async function payByCard(id: string, price: number): Promise<string> {
  const { clientSecret } = (await pay.requestIntent(zoe, { price, appointment: id })).json()
  const intent = clientSecret.split('_secret_')[0]
  await pay.charge(intent)
  expect((await pay.report(zoe, id, intent)).statusCode).toBe(200)
  return intent
}

async function textOf(url: string, person = zoe) {
  const answer = await get(url, person)
  expect(answer.statusCode, answer.body).toBe(200)
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  return { text, totalPages, headers: answer.headers }
}

it('a receipt names patient, treatment, clinic and each payment by its number, first in part, then in full', async () => {
  const id = await pay.book(zoe)
  const first = await take(id, 35)
  const part: Receipt = (await get(`/booking/${id}/receipt`)).json()
  expect(part).toMatchObject({
    clinic: { taxId: '12-3456789', imprint: 'Lumen LLC' },
    patient: { name: 'Zoë Müller', birthDate: '1984-05-03', email: zoe.email },
    issuedAt: '2026-03-10T14:00:00.000Z',
    appointment: { treatment: 'Teeth Cleaning' },
    charges: [{ words: 'Teeth Cleaning', amount: 59 }],
    payments: [{ receipt: first.receipt, method: 'cash', amount: 35 }],
    received: 35,
    owed: 24,
  })
  const intent = await payByCard(id, 24)
  const whole: Receipt = (await get(`/booking/${id}/receipt`)).json()
  expect(whole.payments.map(({ method, amount, transactionId }) => [method, amount, transactionId])).toEqual([
    ['cash', 35, undefined],
    ['card-online', 24, intent],
  ])
  expect(whole).not.toHaveProperty('owed')
  const { text, totalPages, headers } = await textOf(`/booking/${id}/receipt.pdf`)
  expect(totalPages).toBe(1)
  expect(headers['content-type']).toBe('application/pdf')
  const numbers = whole.payments.map(({ receipt }) => receipt)
  expect(headers['content-disposition']).toBe(`attachment; filename="receipts-${numbers.join('-to-')}.pdf"`)
  for (const part of ['Zoë Müller', 'Teeth Cleaning', 'Tax id: 12-3456789', 'Lumen LLC', first.receipt, '$35.00'])
    expect(text).toContain(part)
  expect(text).toContain(intent)
})

it('the receipt of one payment has no other, and one of another appointment is not found', async () => {
  const id = await pay.book(zoe)
  const { receipt } = await take(id, 35)
  await take(id, 24, 'terminal')
  const one: Receipt = (await get(`/booking/${id}/receipt?number=${receipt}`)).json()
  expect(one.payments.map(({ amount }) => amount)).toEqual([35])
  expect([one.number, one.received]).toEqual([receipt, 35])
  const { text, headers } = await textOf(`/booking/${id}/receipt.pdf?number=${receipt}`)
  expect(text).toContain('Birth date May 3, 1984')
  expect(text).toContain(`Receipt ${receipt}`)
  expect(text).not.toContain('$24.00')
  expect(headers['content-disposition']).toBe(`attachment; filename="receipt-${receipt}.pdf"`)
  const other = await pay.book(zoe)
  for (const path of ['receipt', 'receipt.pdf'])
    expect((await get(`/booking/${other}/${path}?number=${receipt}`)).statusCode).toBe(404)
  expect((await get(`/booking/${id}/receipt?number=x`)).statusCode).toBe(400)
})

it('a void payment is on no receipt, and without a payment there is no PDF', async () => {
  const id = await pay.book(zoe)
  const { _id: payment, receipt } = await take(id, 35)
  await post(`/desk/payments/${payment}/void`, { reason: 'Wrong patient' })
  expect((await get(`/booking/${id}/receipt`)).json()).toMatchObject({ payments: [], received: 0, owed: 59 })
  expect((await get(`/booking/${id}/receipt?number=${receipt}`)).statusCode).toBe(404)
  expect((await get(`/booking/${id}/receipt.pdf`)).statusCode).toBe(404)
})

it('staff who read payments get the receipts of all patients, and nobody else does', async () => {
  const id = await pay.book(zoe)
  await take(id, 59)
  for (const [role, status] of [
    ['receptionist', 200],
    ['accountant', 200],
    ['admin', 200],
    ['patient', 404],
  ] as const) {
    const person = await server.person({ role })
    for (const path of ['receipt', 'receipt.pdf'])
      expect([role, (await get(`/booking/${id}/${path}`, person)).statusCode]).toEqual([role, status])
  }
})

it('what was paid at the desk goes back there after a cancellation, what was paid by card to the card', async () => {
  const id = await pay.book(zoe)
  await take(id, 35)
  await payByCard(id, 24)
  const before = (await get(`/booking/${id}`)).json()
  expect(before.changes).toMatchObject({ refund: 59, refundAtDesk: 35 })
  const cancelled = await post(`/booking/${id}/cancel`, { reason: 'ill' }, zoe)
  expect(cancelled.json()).toEqual({ success: true, refund: 59, refundAtDesk: 35 })
  const after = (await get(`/booking/${id}`)).json()
  expect(after).toMatchObject({ refundingAtDesk: 35, changes: { refund: 59, refundAtDesk: 35 } })
  const { refunds }: Receipt = (await get(`/booking/${id}/receipt`)).json()
  expect(refunds.map(({ method, amount }) => [method, amount]).sort()).toEqual([
    ['card-online', 24],
    ['cash', 35],
  ])
})
