import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Till } from '#contract/desk/till.ts'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { refund as refundRow } from '#server/database/schema/payment.ts'
import { dayClose, till } from '#server/database/schema/till.ts'
import { openTestDeskPayments, type TestDeskPayments } from '#server/payment/testing/desk-payments.ts'

let desk: TestDeskPayments
const today = () => clinicToday(new Date(), 'America/New_York')
const open = () => desk
beforeAll(async () => {
  desk = await openTestDeskPayments()
})
afterAll(() => desk.close())
beforeEach(() =>
  withoutTriggers(sql`
    DELETE FROM charge WHERE kind = 'credit'; DELETE FROM refund_entry; DELETE FROM refund; DELETE FROM payment; DELETE FROM day_close;
    UPDATE booking SET transaction_id = NULL, paid_at = NULL, received = 0, credited = 0, refunding = 0, refunded = 0, refunded_at = NULL;
    UPDATE till SET closed_through = NULL, receipt_count = 0`),
)

/** Changes what the triggers of payments keep. */
async function withoutTriggers(change: SQL) {
  const { db } = open().server.database
  const turn = (how: string) =>
    sql.raw(
      ['charge', 'payment', 'refund', 'refund_entry', 'day_close', 'clinic']
        .map((table) => `ALTER TABLE ${table} ${how} TRIGGER USER`)
        .join(';'),
    )
  await db.execute(turn('DISABLE'))
  await db.execute(change)
  await db.execute(turn('ENABLE'))
}

const methodsOf = ({ methods }: Till) =>
  Object.fromEntries(methods.flatMap(({ method, expected }) => (expected === 0 ? [] : [[method, expected]])))
const closing = (expected: object, more: object = {}) => ({
  ...{ date: formatMediumDate(today()), expected, counted: {}, note: '', ...more },
})
/** Lets the till's days pass: what happened today happened on the day before. */
const letDayPass = () =>
  withoutTriggers(sql`
    UPDATE payment SET day = day - 1; UPDATE refund_entry SET day = day - 1;
    UPDATE day_close SET date = date - 1, first_day = first_day - 1; UPDATE till SET closed_through = closed_through - 1`)

it('expects what came in less what went out, void payments aside, and names each', async () => {
  const { take, refund, voidPayment, book, till: read } = open()
  const [{ id }, { id: other }] = [await book(), await book()]
  await take(id, 35)
  await take(id, 24, { method: 'terminal' })
  const paid = (await take(other, 59)).json().payment.payments[0]
  await voidPayment(paid._id)
  const [byTerminal] = (await open().details(id)).payments
  await refund(id, 4, { paymentId: byTerminal?._id })
  const found = await read()
  expect(methodsOf(found)).toEqual({ cash: 35, terminal: 20 })
  expect(found).toMatchObject({ date: formatMediumDate(today()), firstDay: formatMediumDate(today()), isAhead: false })
  expect(found.entries.map(({ kind, amount, void: isVoid }) => [kind, amount, isVoid])).toEqual([
    ['refund', 4, false],
    ['payment', 59, true],
    ['payment', 24, false],
    ['payment', 35, false],
  ])
  expect(found.entries[0]).toMatchObject({ patientName: 'Ann', treatment: 'Teeth Cleaning' })
})

it('closes with what was counted; a difference needs a note', async () => {
  const { take, closeTill, book, send } = open()
  await take((await book()).id, 35)
  const counted = { cash: 34.5 }
  const refused = await closeTill(closing({ cash: 35 }, { counted }))
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { note: 'Say what the difference comes from' }])
  const closed = await closeTill(closing({ cash: 35 }, { counted, note: 'Coffee' }))
  expect(closed.json(), closed.body).toMatchObject({
    closed: { difference: -0.5, note: 'Coffee', by: open().desk.email },
  })
  expect((await send('GET', '/desk/till/closes')).json()).toMatchObject([{ expected: 35, difference: -0.5 }])
  const read = await send('GET', `/desk/till?date=${encodeURIComponent(formatMediumDate(today()))}`)
  expect(read.json().methods).toContainEqual(expect.objectContaining({ method: 'cash', expected: 35, counted: 34.5 }))
})

it('closes nothing if money came in meanwhile, or if the day is closed or has not begun', async () => {
  const { take, closeTill, book, server } = open()
  await take((await book()).id, 35)
  const codes = async (...payloads: object[]) => {
    const found: string[] = []
    for (const payload of payloads) found.push((await closeTill(payload)).json().code)
    return found
  }
  const tomorrow = formatMediumDate(addDays(today(), 1))
  expect(await codes(closing({}), closing({ cash: 35 }, { date: tomorrow }))).toEqual(['changed', 'not-begun'])
  expect(await server.database.db.$count(dayClose)).toBe(0)
  expect((await closeTill(closing({ cash: 35 }))).statusCode).toBe(200)
  expect(await codes(closing({}))).toEqual(['till-closed'])
})

it('of a closed day keeps its payments, and money that comes in or goes out counts for the next day', async () => {
  const { take, refund, voidPayment, closeTill, book, till: read } = open()
  const { id } = await book()
  const paid = (await take(id, 35)).json().payment.payments[0]
  await closeTill(closing({ cash: 35 }))
  expect((await voidPayment(paid._id)).json().code).toBe('till-closed')
  expect((await open().details(id)).payments).toMatchObject([{ mayBeVoided: false }])
  await take(id, 24)
  await refund(id, 5, { paymentId: paid._id })
  const tomorrow = formatMediumDate(addDays(today(), 1))
  const ahead = await read()
  expect(ahead).toMatchObject({ firstDay: tomorrow, date: tomorrow, isAhead: true })
  expect(methodsOf(ahead)).toEqual({ cash: 19 })
})

it('keeps a closed day whose refund the bank returned later: what came back counts for the next day', async () => {
  const { take, refund, closeTill, book, server, till: read } = open()
  const { id } = await book()
  await take(id, 35, { method: 'transfer' })
  await refund(id, 5)
  const { db } = server.database
  await db.update(refundRow).set({ state: 'succeeded', succeededAt: sql`now()` })
  const closed = (await closeTill(closing({ transfer: 30 }))).json()
  await db.update(refundRow).set({ state: 'failed', succeededAt: null })
  const again = await open().send('GET', `/desk/till?date=${encodeURIComponent(formatMediumDate(today()))}`)
  expect(again.json()).toEqual(closed)
  const ahead = await read()
  expect(ahead.methods).toContainEqual(expect.objectContaining({ method: 'transfer', refunded: -5, expected: 5 }))
  expect(ahead.entries).toMatchObject([{ kind: 'returned-refund', amount: 5 }])
  await db.update(refundRow).set({ state: 'succeeded', succeededAt: sql`now()` })
  expect(methodsOf(await read())).toEqual({})
})

it('begins the numbers of receipts anew with the year, which does not end twice if the clock is set back', async () => {
  const { take, book, server } = open()
  const year = Number(today().slice(0, 4))
  const numberOf = async () => (await take((await book()).id, 35)).json().payment.payments[0].receipt
  expect([await numberOf(), await numberOf()]).toEqual([`${year}-00001`, `${year}-00002`])
  await server.database.db.update(till).set({ closedThrough: `${year}-12-31` })
  expect([await numberOf(), await numberOf()]).toEqual([`${year + 1}-00001`, `${year + 1}-00002`])
  await server.database.db.update(till).set({ closedThrough: null })
  expect(await numberOf()).toBe(`${year + 1}-00003`)
})

it('of a clinic whose zone changes to an earlier day puts no payment into a closed day', async () => {
  const { take, book, closeTill, server, till: read } = open()
  const inZone = async (timeZone: string) => {
    await withoutTriggers(sql`UPDATE clinic SET time_zone = ${timeZone}`)
  }
  const [{ timeZone } = { timeZone: '' }] = await server.database.db.select().from(clinic)
  const [{ id }, { id: later }] = [await book(), await book()]
  await inZone('Pacific/Kiritimati')
  const day = clinicToday(new Date(), 'Pacific/Kiritimati')
  await take(id, 35)
  expect((await closeTill(closing({ cash: 35 }, { date: formatMediumDate(day) }))).statusCode).toBe(200)
  await inZone('Etc/GMT+12')
  await take(later, 24)
  const ahead = await read()
  await inZone(timeZone)
  expect(ahead.firstDay).toBe(formatMediumDate(addDays(day, 1)))
  expect(methodsOf(ahead)).toEqual({ cash: 24 })
})

it('closes the days that were left open too, each once', async () => {
  const { take, closeTill, book, till: read } = open()
  const { id } = await book()
  await take(id, 10)
  await letDayPass()
  await take(id, 20)
  const yesterday = addDays(today(), -1)
  expect(await read()).toMatchObject({ firstDay: formatMediumDate(yesterday), date: formatMediumDate(today()) })
  const first = await closeTill(closing({ cash: 10 }, { date: formatMediumDate(yesterday) }))
  expect(first.statusCode, first.body).toBe(200)
  expect(methodsOf(await read())).toEqual({ cash: 20 })
})

it('with the clock set back over midnight puts no payment into a closed day', async () => {
  const { take, book, server, till: read } = open()
  // Tomorrow was closed, before the clock was set back.
  await server.database.db.update(till).set({ closedThrough: addDays(today(), 1) })
  await take((await book()).id, 35)
  const after = formatMediumDate(addDays(today(), 2))
  expect(await read()).toMatchObject({ firstDay: after, date: after, isAhead: true })
  expect(methodsOf(await read())).toEqual({ cash: 35 })
})

it('is closed once by two desks at once, while forty others take money: each payment is in one day', async () => {
  const { take, closeTill, book, server, till: read } = open()
  const booked = await Promise.all(Array.from({ length: 10 }, book))
  const before = await Promise.all(booked.map(({ id }) => take(id, 10)))
  expect(before.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const takeAll = () => Promise.all(booked.flatMap(({ id }) => Array.from({ length: 4 }, () => take(id, 5))))
  const close = async (): Promise<number> => {
    const { methods } = await read()
    const cash = methods.find(({ method }) => method === 'cash')?.expected ?? 0
    const { statusCode, body } = await closeTill(closing({ cash }))
    if (statusCode === 200) return cash
    return JSON.parse(body).code === 'changed' ? close() : 0
  }
  const [taken, ...closed] = await Promise.all([takeAll(), close(), close()])
  expect(taken.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(closed.filter((cash) => cash > 0)).toHaveLength(1)
  const [row] = await server.database.db.select().from(dayClose)
  const left = methodsOf(await read()).cash ?? 0
  expect((row?.expected.cash ?? 0) / 100 + left).toBe(10 * 10 + 40 * 5)
})

it('is read by accountants and closed by the desk only', async () => {
  const { server, closeTill, send } = open()
  const accountant = await server.person({ role: 'accountant' })
  expect((await send('GET', '/desk/till', undefined, accountant)).statusCode).toBe(200)
  expect((await closeTill(closing({}), accountant)).statusCode).toBe(403)
})

it.each([
  [{ counted: { cash: 1.005 } }, 'counted.cash'],
  [{ counted: { cash: 1e13 } }, 'counted.cash'],
  [{ date: 'tomorrow' }, 'date'],
])('refuses %j with its field', async (more, field) => {
  const refused = await open().closeTill(closing({}, more))
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
})
