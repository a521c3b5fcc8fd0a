import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail } from '#server/database/schema/mail.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'

let desk: TestDeskPayments
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())

it('a changed price sends no email if the desk does not ask for one', async () => {
  const { ann, id } = await desk.book()
  const body = { price: 79, from: 59, reason: 'Agreed in the chair', tell: false }
  const changed = await desk.send('PATCH', `/desk/appointments/${id}/price`, body)
  expect(changed.json().payment).toMatchObject({ price: 79, owed: 79 })
  const emails = await desk.server.database.db.select().from(mail).where(eq(mail.recipient, ann.email))
  expect(emails.map(({ kind }) => kind)).not.toContain('price-changed')
})
