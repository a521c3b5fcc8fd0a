import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'

let desk: TestDeskPayments
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())

const slowly = { timeout: 20_000 }
const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1)
  return list[0] as T
}
const mark = (id: string, status: 'booked' | 'done' | 'no-show') =>
  desk.server.database.db.update(booking).set({ status }).where(eq(booking.id, id))

describe('the fee of a no-show', () => {
  const isDecidedOnDay = async (id: string) => {
    const { date } = only(await desk.server.database.db.select().from(booking).where(eq(booking.id, id)))
    const day = await desk.send('GET', `/desk/day?date=${encodeURIComponent(formatMediumDate(date))}`)
    return day.json().appointments.find((one: { _id: string }) => one._id === id).noShowCharged
  }
  /** What the panel of the appointment and the record of its patient say. */
  const owedInAll = async (id: string) => {
    const { patientId } = only(await desk.server.database.db.select().from(booking).where(eq(booking.id, id)))
    const urls = [`/desk/appointments/${id}/patient`, `/desk/patients/${patientId}`]
    return Promise.all(urls.map(async (url) => (await desk.send('GET', url)).json().owed))
  }
  const fee = (id: string, dollars: number, reason = '') =>
    desk.send('POST', `/desk/appointments/${id}/no-show-fee`, { fee: dollars, reason })

  it('is the clinic’s, or another one with a reason, instead of the treatment', async () => {
    await desk.server.database.db.update(clinicPolicy).set({ noShowFeeDollars: 30 })
    const { id } = await desk.book()
    expect((await fee(id, 30)).json().code).toBe('not-no-show')
    await mark(id, 'no-show')
    expect((await fee(id, 20)).json().errors).toHaveProperty('reason')
    expect(await isDecidedOnDay(id)).toBe(false)
    expect(await owedInAll(id)).toEqual([0, 0])
    expect((await fee(id, 30)).json().payment).toMatchObject({ owed: 30, price: 30 })
    expect(await isDecidedOnDay(id)).toBe(true)
    expect(await owedInAll(id)).toEqual([30, 30])
    expect((await fee(id, 0, 'She was ill')).json().payment).toMatchObject({ owed: 0, paid: false })
  })

  it('needs no reason at a clinic without a usual fee', async () => {
    await desk.server.database.db.update(clinicPolicy).set({ noShowFeeDollars: 0 })
    const { id } = await desk.book()
    await mark(id, 'no-show')
    expect((await fee(id, 25)).json().payment).toMatchObject({ owed: 25 })
    await desk.server.database.db.update(clinicPolicy).set({ noShowFeeDollars: 30 })
  })

  it('is kept of what was paid, and the rest goes back', async () => {
    const { id } = await desk.book()
    await desk.take(id, 59)
    await mark(id, 'no-show')
    const charged = (await fee(id, 20, 'Third time')).json().payment
    expect(charged).toMatchObject({ owed: 0, left: 20 })
    expect(only(charged.refunds)).toMatchObject({ amount: 39, method: 'cash', state: 'due' })
  })

  it('ends when the patient came after all', async () => {
    const { id } = await desk.book()
    await mark(id, 'no-show')
    await fee(id, 20, 'Called too late')
    const back = await desk.send('PATCH', `/desk/appointments/${id}/status`, { from: 'no-show', status: 'booked' })
    expect(back.json().appointment, back.body).toMatchObject({ status: 'booked', price: 59, owed: 59 })
  })

  const undo = (id: string) =>
    desk.send('PATCH', `/desk/appointments/${id}/status`, { from: 'no-show', status: 'booked' })

  it('is a line of its own amount, whatever was paid before', async () => {
    const { id } = await desk.book()
    await desk.take(id, 59)
    await mark(id, 'no-show')
    await fee(id, 20, 'Third time')
    const corrected = (await fee(id, 30, 'The clinic’s fee')).json().payment
    expect(corrected).toMatchObject({ owed: 10, price: 30 })
    expect(liveLines(corrected)).toEqual([['No-show fee', 30]])
    await desk.take(id, 10)
    const waived = (await fee(id, 0, 'She was ill')).json().payment
    expect(waived).toMatchObject({ owed: 0, price: 0 })
    expect(liveLines(waived)).toEqual([['No-show fee', 0]])
  })

  it('that was kept of a payment is owed for the treatment again when it is undone', async () => {
    const { id } = await desk.book()
    await desk.take(id, 59)
    await mark(id, 'no-show')
    await fee(id, 20, 'Third time')
    expect((await undo(id)).json().appointment).toMatchObject({ price: 59, owed: 39, paid: false })
    expect(liveLines(await desk.details(id))).toEqual([['Teeth Cleaning', 59]])
  })

  it('beyond the price leaves what is too much for the desk to refund when it is undone', async () => {
    const { id } = await desk.book()
    await mark(id, 'no-show')
    await fee(id, 80, 'Two hours')
    await desk.take(id, 80)
    const back = await undo(id)
    expect(back.json().appointment, back.body).toMatchObject({ price: 59, owed: 0, surplus: 21 })
    const { payments } = await desk.details(id)
    await desk.refund(id, 21, { note: 'She came after all', paymentId: only(payments)._id })
    const settled = await desk.details(id)
    expect(settled).toMatchObject({ owed: 0, price: 59, paid: true })
    expect(settled).not.toHaveProperty('surplus')
    expect(liveLines(settled)).toEqual([['Teeth Cleaning', 59]])
  })
})

const liveLines = ({ charges }: PaymentDetails) =>
  charges.filter(({ voidedAt }) => voidedAt === undefined).map(({ words, amount }) => [words, amount])

describe('a cancelled appointment', () => {
  it('owes nothing when a payment that was kept turns out to be none', async () => {
    const { ann, id } = await desk.book()
    const { payments } = (await desk.take(id, 59)).json().payment
    await desk.send('POST', `/desk/appointments/${id}/cancel`, { refund: 0, note: 'Too late' })
    expect((await desk.voidPayment(only(payments as { _id: string }[])._id)).json().payment).toMatchObject({ owed: 0 })
    const again = await desk.pay.requestIntent(ann, { price: 59 })
    expect(again.json().code).toBe('nothing-to-pay')
  })

  it('answers a card payment that was faster than its cancellation, and gives it back', async () => {
    const { ann, id } = await desk.book()
    const intent = await desk.pay.intentFor(ann, id)
    await desk.pay.charge(intent)
    await desk.server.database.db
      .update(booking)
      .set({ status: 'cancelled', cancelledAt: new Date() })
      .where(eq(booking.id, id))
    expect((await desk.pay.report(ann, id, intent)).json()).toMatchObject({ status: 409, code: 'cancelled' })
    const refunds = async () => (await desk.pay.stripe.refunds.list({ payment_intent: intent })).data
    await expect.poll(async () => (await refunds()).map(({ amount }) => amount), slowly).toEqual([59_00])
  })
})
