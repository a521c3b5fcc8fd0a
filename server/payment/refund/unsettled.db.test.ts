import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail } from '#server/database/schema/mail.ts'
import { eventOf } from '#server/testing/payment.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'

let refunds: TestRefunds
beforeAll(async () => {
  refunds = await openTestRefunds()
})
afterAll(() => refunds.close())

it('sends an email about the refund of a payment that arrives after its appointment was cancelled', async () => {
  const { server, pay } = refunds
  const ann = await server.person({ name: 'Ann' })
  const id = await pay.book(ann)
  const intent = await pay.intentFor(ann, id)
  await pay.charge(intent)
  const cancel = { method: 'POST', url: `/booking/${id}/cancel`, headers: ann.bearer } as const
  expect((await server.app.inject({ ...cancel, payload: { reason: 'ill' } })).json()).toEqual({ success: true })
  await pay.deliver(eventOf('payment_intent.succeeded', intent))
  const kinds = async () => {
    const rows = await server.database.db.select().from(mail).where(eq(mail.recipient, ann.email))
    return rows.map(({ kind }) => kind)
  }
  await expect.poll(kinds, { timeout: 20_000 }).toContain('refunded')
  expect(await pay.findBooking(id)).toMatchObject({ status: 'cancelled', transactionId: null, refundedCents: 0 })
})
