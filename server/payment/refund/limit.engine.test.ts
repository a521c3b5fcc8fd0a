import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'

let desk: TestDeskPayments
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())
beforeEach(() => limitTo(20))

const limitTo = (deskRefundDollars: number, noShowFeeDollars = 0) =>
  desk.server.database.db.update(clinicPolicy).set({ deskRefundDollars, noShowFeeDollars })
const path = (id: string) => `/desk/appointments/${id}`
/** Sends a call as a receptionist. */
const post = (url: string, payload: object) => desk.send('POST', url, payload, desk.desk)
const refund = (id: string, amount: number, more: object = {}) => desk.refund(id, amount, more, desk.desk)
const cancel = (id: string, amount: number) => post(`${path(id)}/cancel`, { refund: amount })
const lower = (id: string, price: number, from = 59) =>
  desk.send('PATCH', `${path(id)}/price`, { price, from, reason: 'A friend' }, desk.desk)
const fee = (id: string, dollars: number) =>
  post(`${path(id)}/no-show-fee`, { fee: dollars, reason: 'She was ill yesterday' })
const voidPayment = (id: string) => post(`/desk/payments/${id}/void`, { reason: 'Taken by mistake' })
const setStatus = (id: string, status: 'booked' | 'no-show') =>
  desk.server.database.db.update(booking).set({ status }).where(eq(booking.id, id))

/** Books an appointment of $59 and takes payments at the desk. Returns their ids, the latest first. */
async function booked(...amounts: number[]) {
  const { id } = await desk.book()
  for (const amount of amounts) await desk.take(id, amount)
  return { id, payments: (await desk.details(id)).payments.map(({ _id }) => _id) }
}

/** Books an appointment and pays it by card on the website. */
async function paidByCard() {
  const { ann, id } = await desk.book()
  const intent = await desk.pay.intentFor(ann, id)
  await desk.pay.charge(intent)
  await desk.pay.report(ann, id, intent)
  return { id, payments: [] as string[] }
}

const overLimit = {
  status: 403,
  code: 'over-limit',
  detail: 'This is above your limit of $20 to give back for an appointment. Nothing was changed; an admin can do it.',
}

/** Changes the treatment of an appointment. */
async function become(id: string, name: string, price: number) {
  const treatments = await desk.server.database.db.select().from(treatment)
  const [row] = await desk.server.database.db.select().from(booking).where(eq(booking.id, id))
  const treatmentId = treatments.find((one) => one.name === name)?.id
  const payload = { treatmentId, from: row?.treatmentId, price, override: { note: 'The dentist agreed' } }
  return desk.send('PATCH', `${path(id)}/treatment`, payload, desk.desk)
}

describe('a receptionist gives back no more than the limit of an appointment by', () => {
  it.each<[string, (at: { id: string; payments: string[] }) => ReturnType<typeof refund>, number[]]>([
    ['a refund', ({ id }) => refund(id, 20.01), [59]],
    ['a refund that is owed again', ({ id }) => refund(id, 20.01, { owedAgain: true }), [59]],
    ['a void', ({ payments: [id = ''] }) => voidPayment(id), [20.01]],
    ['a cancellation', ({ id }) => cancel(id, 20.01), [59]],
    ['a lower price that nobody has paid', ({ id }) => lower(id, 38.99), []],
    ['a lower price of what is paid in part', ({ id }) => lower(id, 10), [10]],
    ['another treatment below its list price', ({ id }) => become(id, 'Cavity Protection', 100), []],
  ])('%s', async (_what, giveBack, amounts) => {
    const found = await booked(...amounts)
    const before = await desk.details(found.id)
    const refused = await giveBack(found)
    expect(refused.json(), refused.body).toMatchObject(overLimit)
    expect(await desk.details(found.id)).toEqual(before)
  })

  it('a refund or a cancellation of a card payment', async () => {
    const { id } = await paidByCard()
    expect((await refund(id, 20.01)).json()).toMatchObject(overLimit)
    expect((await refund(id, 15)).statusCode).toBe(200)
    expect((await cancel(id, 6)).json()).toMatchObject(overLimit)
    expect(await desk.pay.findBooking(id)).toMatchObject({ status: 'booked' })
    expect((await cancel(id, 5)).json()).toEqual({ success: true, refund: 5 })
  })

  it('a no-show fee below the clinic’s, or below what was paid', async () => {
    await limitTo(20, 30)
    const [unpaid, paid] = [await booked(), await booked(59)]
    for (const { id } of [unpaid, paid]) await setStatus(id, 'no-show')
    expect((await fee(unpaid.id, 9)).json()).toMatchObject(overLimit)
    expect((await fee(unpaid.id, 10)).statusCode).toBe(200)
    expect((await fee(paid.id, 38)).json()).toMatchObject(overLimit)
    expect((await fee(paid.id, 39)).statusCode).toBe(200)
  })
})

describe('the limit is not passed by', () => {
  it('several refunds, of several payments', async () => {
    const { id, payments } = await booked(19, 40)
    expect((await refund(id, 15, { paymentId: payments[1] })).statusCode).toBe(200)
    expect((await refund(id, 6, { paymentId: payments[0] })).json()).toMatchObject(overLimit)
    expect((await refund(id, 5, { paymentId: payments[0] })).statusCode).toBe(200)
  })

  it('acts of different kinds', async () => {
    const { id, payments } = await booked(10)
    expect((await lower(id, 50)).statusCode).toBe(200)
    expect((await refund(id, 12)).statusCode).toBe(400)
    expect((await voidPayment(payments[0] ?? '')).statusCode).toBe(200)
    expect((await lower(id, 48, 50)).json()).toMatchObject(overLimit)
    // An admin does the rest.
    expect((await desk.price(id, 48, 50)).statusCode).toBe(200)
  })

  it('a no-show that is undone, and another treatment and back', async () => {
    const { id } = await booked()
    expect((await lower(id, 40)).statusCode).toBe(200)
    await setStatus(id, 'no-show')
    expect((await fee(id, 0)).statusCode).toBe(200)
    await desk.send('PATCH', `${path(id)}/status`, { from: 'no-show', status: 'booked' }, desk.desk)
    expect((await lower(id, 38, 40)).json()).toMatchObject(overLimit)
    expect((await become(id, 'Cavity Protection', 129)).statusCode).toBe(200)
    expect((await become(id, 'Teeth Cleaning', 38)).json()).toMatchObject(overLimit)
    expect((await become(id, 'Teeth Cleaning', 39)).statusCode).toBe(200)
  })

  it('two acts at once', async () => {
    const { id, payments } = await booked(29, 30)
    const answers = await Promise.all(payments.map((paymentId) => refund(id, 15, { paymentId })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
  })
})

it('with a limit of 0 a receptionist still takes payments, raises prices and cancels without a refund', async () => {
  await limitTo(0)
  const { id, payments } = await booked(10)
  expect((await lower(id, 58.99)).json().detail).toContain('above your limit of $0')
  expect((await voidPayment(payments[0] ?? '')).statusCode).toBe(403)
  expect((await lower(id, 69)).statusCode).toBe(200)
  expect((await become(id, 'Cavity Protection', 129)).statusCode).toBe(200)
  expect((await cancel(id, 0)).statusCode).toBe(200)
})
