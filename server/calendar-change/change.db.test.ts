import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const date = 'May 1, 2026'
const [first, second] = ['08.00 AM - 08.30 AM', '08.30 AM - 09.00 AM']
const cleaning = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff
beforeEach(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
})
afterEach(() => server.close())

const bookingsOf = () => server.database.db.select().from(booking).orderBy(booking.startsAt)
const idOf = async (name: string) => (await staff.treatments()).find((each) => each.name === name)?._id ?? ''
const wholeWeek = (from: number, until: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, periods: [{ from, until }] }))

describe('a change of the rules', () => {
  it('shows in the free times at once: hours, a closed day and a day with hours of its own', async () => {
    await staff.change({ kind: 'set-hours', week: wholeWeek(540, 600) })
    expect(await staff.freeSlots(date, cleaning)).toEqual(['09.00 AM - 09.30 AM', '09.30 AM - 10.00 AM'])
    await staff.change({ kind: 'set-day', day: { date, note: 'Public holiday', periods: [] } })
    expect(await staff.freeSlots(date, cleaning)).toEqual([])
    await staff.change({ kind: 'set-day', day: { date, note: '', periods: [{ from: 600, until: 630 }] } })
    expect(await staff.freeSlots(date, cleaning)).toEqual(['10.00 AM - 10.30 AM'])
    await staff.change({ kind: 'clear-day', date })
    expect(await staff.freeSlots(date, cleaning)).toHaveLength(2)
  })

  it('closes the days of a holiday at once, with its effect counted before', async () => {
    for (const day of ['May 1, 2026', 'May 3, 2026'])
      expect((await staff.book({ treatment: cleaning, date: day, slot: first })).statusCode).toBe(201)
    const holiday = { date, lastDay: 'May 3, 2026', note: 'Holiday', periods: [] }
    expect((await staff.preview({ kind: 'set-day', day: holiday })).attention.count).toBe(2)
    await staff.change({ kind: 'set-day', day: holiday })
    const free = await Promise.all([1, 2, 3, 4].map((day) => staff.freeSlots(`May ${day}, 2026`, cleaning)))
    expect(free.map((slots) => slots.length > 0)).toEqual([false, false, false, true])
    const { needAttention, version } = await staff.calendar()
    expect(needAttention).toBe(2)
    for (const lastDay of ['Apr 30, 2026', 'Aug 9, 2026']) {
      const refused = await staff.send({ version, change: { kind: 'set-day', day: { ...holiday, lastDay } } })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['change.day.lastDay']])
    }
  })

  it('adds, changes, orders, retires and restores treatments; booked appointments keep name and price', async () => {
    expect((await staff.book({ treatment: cleaning, date, slot: first })).statusCode).toBe(201)
    await staff.change({
      kind: 'change-treatment',
      treatmentId: await idOf(cleaning),
      treatment: { name: 'Deep Cleaning', price: 79.5, durationMinutes: 45, bufferMinutes: 15 },
    })
    expect((await bookingsOf())[0]).toMatchObject({ treatment: cleaning, priceCents: 59_00, slot: first })
    expect((await staff.freeSlots(date, 'Deep Cleaning')).slice(0, 2)).toEqual([
      '08.30 AM - 09.15 AM',
      '09.00 AM - 09.45 AM',
    ])
    const fields = { name: 'Check-up', price: 25, durationMinutes: 15, bufferMinutes: 0 }
    await staff.change({ kind: 'add-treatment', treatment: fields })
    const all = await staff.treatments()
    expect(all.at(-1)).toMatchObject({ name: 'Check-up', price: 25 })
    await staff.change({ kind: 'order-treatments', treatmentIds: all.map(({ _id }) => _id).reverse() })
    expect((await staff.treatments())[0]?.name).toBe('Check-up')
    const treatmentId = await idOf('Check-up')
    await staff.change({ kind: 'retire-treatment', treatmentId })
    expect((await staff.treatments()).map(({ name }) => name)).not.toContain('Check-up')
    await staff.change({ kind: 'restore-treatment', treatmentId })
    expect((await staff.treatments()).map(({ name }) => name)).toContain('Check-up')
  })

  it('renames a specialty with its treatment, and a doctor always performs their specialty', async () => {
    const id = await staff.addDoctor('Ann', cleaning)
    const treatmentId = await idOf(cleaning)
    const fields = { name: 'Polishing', price: 59, durationMinutes: 30, bufferMinutes: 0 }
    await staff.change({ kind: 'change-treatment', treatmentId, treatment: fields })
    const { doctors } = await staff.calendar()
    expect(doctors).toMatchObject([{ _id: id, specialty: 'Polishing', treatmentIds: [treatmentId], week: null }])
  })

  it('gives appointments of an absent doctor to another one who is free, and lists the others', async () => {
    const ann = await staff.addDoctor('Ann', cleaning)
    await staff.book({ treatment: cleaning, date, slot: first })
    await staff.book({ treatment: cleaning, date, slot: second })
    const ben = await staff.addDoctor('Ben', cleaning)
    const away = {
      kind: 'add-absence',
      doctorId: ann,
      absence: { firstDay: date, lastDay: date, note: 'Course' },
    } as const
    await staff.book({ treatment: cleaning, date, slot: second })
    const expected = {
      moved: { count: 1, first: [{ slot: first }] },
      attention: { count: 1, first: [{ slot: second, reason: 'doctor-not-there' }] },
    }
    const before = await bookingsOf()
    expect(await staff.preview(away)).toMatchObject(expected)
    expect(await bookingsOf()).toEqual(before)
    expect(await staff.change(away)).toMatchObject(expected)
    expect((await bookingsOf()).map(({ slot, doctorId }) => [slot, doctorId])).toEqual(
      expect.arrayContaining([
        [first, ben],
        [second, ann],
        [second, ben],
      ]),
    )
    const { doctors, needAttention } = await staff.calendar()
    expect(needAttention).toBe(1)
    const absenceId = doctors.find(({ _id }) => _id === ann)?.absences[0]?._id ?? ''
    expect(await staff.change({ kind: 'remove-absence', absenceId })).toMatchObject({
      moved: { count: 0, first: [] },
      attention: { count: 0, first: [] },
    })
    expect((await staff.calendar()).needAttention).toBe(0)
  })

  it('counts all appointments that fit no longer, and names the first hundred', async () => {
    const { db } = server.database
    const booked = (await staff.book({ treatment: cleaning, date, slot: first })).json().booking
    const [row] = await bookingsOf()
    if (!row) throw new Error('nothing is booked')
    const later = Array.from({ length: 100 }, (_, n) => {
      const moved = (instant: Date) => new Date(instant.getTime() + (n + 1) * 86_400_000)
      const [startsAt, endsAt] = [moved(row.startsAt), moved(row.endsAt)]
      const busy = sql`tstzrange(${startsAt}, ${endsAt})` as unknown as string
      return { ...row, id: randomUUID(), date: addDays(row.date, n + 1), startsAt, endsAt, busy }
    })
    await db.insert(booking).values(later.reverse())
    const { attention } = await staff.preview({ kind: 'set-hours', week: wholeWeek(540, 600) })
    expect(attention.count).toBe(101)
    expect(attention.first).toHaveLength(100)
    expect(attention.first[0]).toMatchObject({ _id: booked._id, date, reason: 'clinic-closed' })
    expect(attention.first[99]).toMatchObject({ date: formatMediumDate(addDays(row.date, 99)) })
  })

  it('keeps a doctor with appointments as one who left, moves the appointments, and forgets one without', async () => {
    await staff.addDoctor('Ann', cleaning)
    await staff.book({ treatment: cleaning, date, slot: first })
    const ben = await staff.addDoctor('Ben', cleaning)
    const cho = await staff.addDoctor('Cho', cleaning)
    const remove = (name: string) =>
      server.app.inject({ method: 'DELETE', url: `/doctor/${name}@clinic.example`, headers: staff.admin.bearer })
    expect((await remove('ann')).json()).toEqual({ deletedCount: 1 })
    expect([ben, cho]).toContain((await bookingsOf())[0]?.doctorId)
    expect((await remove('ann')).json()).toEqual({ deletedCount: 0 })
    await staff.change({ kind: 'remove-doctor', doctorId: cho })
    await staff.change({ kind: 'remove-doctor', doctorId: ben })
    expect((await bookingsOf())[0]?.doctorId).toBeNull()
    const left = await server.database.db.select({ name: doctor.name }).from(doctor)
    expect(left.length).toBeLessThan(3)
    expect(await server.database.db.$count(audit, eq(audit.action, 'delete-doctor'))).toBe(3)
    expect(await staff.addDoctor('Ann', cleaning)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('limits bookings by chairs', async () => {
    await staff.addDoctor('Ann', cleaning)
    await staff.addDoctor('Ben', cleaning)
    await staff.change({ kind: 'add-chair', name: 'Window' })
    const chairId = (await staff.calendar()).chairs[0]?._id ?? ''
    expect((await staff.book({ treatment: cleaning, date, slot: first })).statusCode).toBe(201)
    expect((await staff.book({ treatment: cleaning, date, slot: first })).json()).toMatchObject({
      reason: 'slot-taken',
    })
    expect(await staff.freeSlots(date, cleaning)).not.toContain(first)
    await staff.change({ kind: 'rename-chair', chairId, name: 'Blue' })
    await staff.change({ kind: 'retire-chair', chairId })
    expect((await staff.book({ treatment: cleaning, date, slot: first })).statusCode).toBe(201)
    await staff.change({ kind: 'restore-chair', chairId })
    expect((await staff.calendar()).chairs).toEqual([{ _id: chairId, name: 'Blue', retired: false, treatmentIds: [] }])
  })

  it('sets the further reminders, and names the one that is there already', async () => {
    const { policy, version } = await staff.calendar()
    const set = (moreReminderHours: number[]) => ({
      kind: 'set-policy' as const,
      policy: { ...policy, moreReminderHours },
    })
    await staff.change(set([168, 2]))
    expect((await staff.calendar()).policy).toEqual({ ...policy, moreReminderHours: [168, 2] })
    const refused = await staff.send({ version, change: set([168, policy.reminderHours]) })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      { 'change.policy.moreReminderHours.1': 'Each reminder needs its own time' },
    ])
    await staff.change({ kind: 'set-policy', policy })
  })

  it('sets the numbers: grid, notice, horizon and upcoming appointments', async () => {
    const { policy } = await staff.calendar()
    await staff.change({
      kind: 'set-policy',
      policy: { ...policy, gridMinutes: 60, fillGaps: false, horizonDays: 30, maxUpcoming: 1 },
    })
    const slots = (day: string) => staff.freeSlots(day, cleaning)
    expect(await slots('Mar 12, 2026')).toHaveLength(8)
    expect(await slots(date)).toEqual([])
    expect((await staff.book({ treatment: cleaning, date, slot: first })).json().errors).toEqual({
      date: 'This day is too far ahead; choose an earlier one',
    })
    const ann = server.person()
    const day = 'Mar 12, 2026'
    expect((await staff.book({ treatment: cleaning, date: day, slot: first }, ann)).statusCode).toBe(201)
    const surgery = { treatment: 'Oral Surgery', date: day, slot: '09.00 AM - 09.30 AM' }
    expect((await staff.book(surgery, ann)).json().errors).toHaveProperty('patient')
  })

  it('is recorded in the audit trail with what it concerned', async () => {
    await staff.change({ kind: 'set-day', day: { date, note: '', periods: [] } })
    const [entry] = (await server.app.inject({ url: '/audit', headers: staff.admin.bearer })).json().entries
    expect(entry).toMatchObject({ action: 'set-day', target: date, actor: staff.admin.email })
  })
})
