import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlockInput } from '#contract/calendar/block.ts'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { block } from '#server/database/schema/calendar.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { openTestCalendar } from '#server/testing/calendar/calendar.ts'
import { date, eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'
import { removeDeparted } from './departures.ts'
import { openRuleChanges } from './rule-changes.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(async () => {
  await desk.reset()
  await desk.server.database.db.delete(block)
  await desk.server.heard()
})

const noon: BlockInput = { firstDay: date, lastDay: date, from: 480, until: 540, reason: 'Team meeting' }
const add = (more: Partial<BlockInput> = {}) => desk.staff.change({ kind: 'add-block', block: { ...noon, ...more } })
const free = async (day = date) => (await desk.staff.freeSlots(day, 'Teeth Cleaning')).slice(0, 2)
const blocks = async (): Promise<Calendar['blocks']> => (await desk.staff.calendar()).blocks

async function send(payload: object, headers = desk.staff.admin.bearer) {
  const { version } = await desk.staff.calendar()
  return desk.server.app.inject({
    ...{ method: 'POST', url: '/calendar/availability', headers },
    payload: { version, ...payload },
  })
}

describe('a block', () => {
  it('is added by the desk, keeps patients from the time, is drawn on the day, changed and removed', async () => {
    const receptionist = await desk.server.person({ role: 'receptionist' })
    const added = await send({ change: { kind: 'add-block', block: noon } }, receptionist.bearer)
    expect(added.statusCode, added.body).toBe(200)
    expect(await free()).toEqual(['09.00 AM - 09.30 AM', '09.30 AM - 10.00 AM'])
    const [known] = await blocks()
    expect(known).toEqual({ _id: expect.any(String), ...noon, weekdays: [] })
    expect((await desk.readDay()).blocks).toEqual([{ _id: known?._id, from: 480, until: 540, reason: 'Team meeting' }])
    const longer = { ...noon, until: 570 }
    await desk.staff.change({ kind: 'change-block', blockId: known?._id ?? '', block: longer })
    expect((await free())[0]).toBe('09.30 AM - 10.00 AM')
    await desk.staff.change({ kind: 'remove-block', blockId: known?._id ?? '' })
    expect((await free())[0]).toBe(eight)
    expect(await desk.trail('add-block')).toContain('everyone from May 4, 2026')
  })

  it('of a dentist gives appointments to another, and lists those for which nobody is free', async () => {
    const first = await desk.book({ doctor: desk.ida })
    const second = await desk.book({ doctor: desk.ida, slot: nine })
    await desk.book({ doctor: desk.oskar, slot: nine })
    const change = { kind: 'add-block', block: { ...noon, doctorId: desk.ida, until: 600 } } as const
    expect(await desk.staff.preview(change)).toMatchObject({ moved: { count: 1 }, attention: { count: 1 } })
    expect(await blocks()).toEqual([])
    await desk.staff.change(change)
    expect((await desk.onDay(first))?.doctor).toBe('Oskar')
    const left = await desk.onDay(second)
    expect([left?.doctor, left?.attention]).toEqual(['Ida', 'doctor-not-there'])
    expect((await desk.onDay(first))?.attention).toBeUndefined()
  })

  it('of a chair moves appointments to another chair, and of everyone moves none', async () => {
    const id = await desk.book()
    const { chairs } = await desk.staff.calendar()
    const chair = chairs.find(({ name }) => name === 'Garden')
    await add({ chairId: chair?._id })
    expect((await desk.onDay(id))?.chair).toBe('Window')
    expect((await desk.readDay()).blocks[0]).toMatchObject({ chair: 'Garden' })
    await add()
    expect(await desk.onDay(id)).toMatchObject({ chair: 'Window', attention: 'blocked' })
  })

  it('repeats without end, over a clock change, and over another block', async () => {
    await add({ weekdays: [7], lastDay: undefined })
    // The clocks go back on this Sunday.
    expect((await free('Nov 1, 2026'))[0]).toBe(nine)
    await add({ weekdays: [7], lastDay: undefined, from: 500, until: 600 })
    expect((await free('Nov 1, 2026'))[0]).toBe('10.00 AM - 10.30 AM')
    expect((await free('Nov 2, 2026'))[0]).toBe(eight)
  })

  it('over 200 appointments says how many it affects', async () => {
    const days = Array.from({ length: 25 }, (_, n) => `May ${n + 4}, 2026`)
    for (const day of days)
      await Promise.all(
        [8, 9, 10, 11].flatMap((hour) =>
          [desk.ida, desk.oskar].map((doctor) => {
            const two = String(hour).padStart(2, '0')
            return desk.book({ date: day, slot: `${two}.00 AM - ${two}.30 AM`, doctor })
          }),
        ),
      )
    const effect = await desk.staff.preview({
      kind: 'add-block',
      block: { ...noon, lastDay: 'May 28, 2026', from: 0, until: 1_440 },
    })
    expect(effect.attention.count).toBe(200)
    expect(effect.attention.first).toHaveLength(100)
  })

  it.each<[string, object, string, string]>([
    ['in the past', { firstDay: 'Apr 1, 2026', lastDay: 'Apr 2, 2026' }, 'block.lastDay', 'This day has passed'],
    ['that ends before it begins', { until: 480 }, 'block.until', 'Must end after it begins'],
    ['of a dentist and a chair', { doctorId: unknown, chairId: unknown }, 'block.chairId', 'not both'],
    ['of nobody known', { doctorId: unknown }, 'block.doctorId', 'There is no such doctor'],
    ['of a chair that is none', { chairId: unknown }, 'block.chairId', 'There is no such chair'],
    ['without a reason', { reason: ' ' }, 'block.reason', 'Say why'],
    ['without an end', { lastDay: undefined }, 'block.lastDay', 'A last day is needed'],
    ['on a weekday that is none', { weekdays: [8] }, 'block.weekdays.0', 'A weekday'],
  ])('%s is refused', async (_what, more, field, sentence) => {
    const response = await send({ change: { kind: 'add-block', block: { ...noon, ...more } } })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[`change.${field}`]).toContain(sentence)
    expect(await blocks()).toEqual([])
  })

  it('may not be part of another change of the rules by the desk', async () => {
    const receptionist = await desk.server.person({ role: 'receptionist' })
    const change = { kind: 'remove-doctor', doctorId: desk.ida }
    expect((await send({ change }, receptionist.bearer)).statusCode).toBe(400)
    const dentist = await desk.server.person({ role: 'dentist', doctorId: desk.ida })
    expect((await send({ change: { kind: 'add-block', block: noon } }, dentist.bearer)).statusCode).toBe(403)
  })
})

const unknown = '00000000-0000-4000-8000-000000000000'

it('blocks and bookings at once leave no appointment in a block but those that need attention', async () => {
  // Two hundred with BLOCKS=200.
  const count = Number(process.env.BLOCKS ?? 60)
  const slots = await desk.staff.freeSlots(date, 'Teeth Cleaning')
  const numbers = Array.from({ length: count }, (_, n) => n)
  const booking = numbers.map((n) =>
    desk.staff.book({ treatment: 'Teeth Cleaning', date, slot: slots[n % slots.length] ?? '' }),
  )
  const blocking = pLimit(4).map(numbers, async (n) => {
    const from = 480 + ((n * 35) % 500)
    const change = {
      kind: 'add-block',
      block: { ...noon, doctorId: n % 2 ? desk.ida : desk.oskar, from, until: from + 5 },
    }
    for (;;) {
      const { statusCode } = await send({ change })
      if (statusCode !== 409 && statusCode !== 503) return statusCode
    }
  })
  expect(new Set(await blocking)).toEqual(new Set([200]))
  const statuses = (await Promise.all(booking)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => ![201, 400, 409].includes(status))).toEqual([])
  const day = await desk.readDay()
  const live = day.appointments.filter(({ status }) => status === 'booked')
  expect(live).toHaveLength(statuses.filter((status) => status === 201).length)
  const isInBlock = ({ startsAt, endsAt, doctorId }: (typeof live)[number]) =>
    day.blocks.some((each) => {
      const [from, until] = [each.from, each.until].map((at) => Date.parse('2026-05-04T04:00:00Z') + at * 60_000)
      return each.doctorId === doctorId && (from ?? 0) < Date.parse(endsAt) && Date.parse(startsAt) < (until ?? 0)
    })
  expect(live.filter(isInBlock).map(({ _id }) => _id)).toEqual(
    live.filter(({ attention }) => attention !== undefined).map(({ _id }) => _id),
  )
  expect((await desk.staff.calendar()).needAttention).toBe(live.filter(isInBlock).length)
})

const wish = () => ({ treatment: 'Teeth Cleaning', slot: nine, doctor: desk.ida })

it('a doctor who leaves on a date is booked until then, and is removed afterwards', async () => {
  const later = await desk.book({ doctor: desk.ida, date: 'May 12, 2026' })
  await desk.book({ doctor: desk.oskar, date: 'May 12, 2026' })
  const change = { kind: 'remove-doctor', doctorId: desk.ida, lastDay: 'May 8, 2026' } as const
  expect(await desk.staff.preview(change)).toMatchObject({ attention: { first: [{ reason: 'doctor-left' }] } })
  await desk.staff.change(change)
  expect((await desk.staff.book({ ...wish(), date: 'May 8, 2026' })).statusCode).toBe(201)
  expect((await desk.staff.book({ ...wish(), date: 'May 11, 2026' })).json().code).toBe('doctor-not-there')
  expect((await desk.onDay(later, 'May 12, 2026'))?.attention).toBe('doctor-left')
  expect((await desk.readDay('May 11, 2026')).doctors[0]).toMatchObject({ name: 'Ida', hours: [], absent: true })

  await desk.staff.change({ kind: 'keep-doctor', doctorId: desk.ida })
  expect((await desk.onDay(later, 'May 12, 2026'))?.attention).toBeUndefined()
  await desk.staff.change(change)
  const leftAt = async () => {
    const { db } = desk.server.database
    return (await db.select().from(doctor).where(eq(doctor.id, desk.ida)))[0]?.leftAt
  }
  const { database } = desk.server
  const calendar = await openTestCalendar(database, () => desk.clock.now)
  const deps = { db: database.db, calendar, ruleChanges: openRuleChanges({ db: database.db, calendar }) }
  await removeDeparted(deps)
  expect(await leftAt()).toBeNull()
  desk.clock.now = new Date('2026-05-09T12:00:00Z')
  await removeDeparted(deps)
  await calendar.close()
  expect(await leftAt()).not.toBeNull()
})
