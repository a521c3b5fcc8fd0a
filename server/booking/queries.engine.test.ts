import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { wholeDays } from '#server/calendar-change/lost-times.ts'
import { type Appointment, limitsOf, misfitOf } from '#server/calendar-change/misfit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { chair } from '#server/database/schema/calendar.ts'
import { doctor as doctorTable, photo } from '#server/database/schema/doctor.ts'
import { patient } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { block, clinic, doctor, everyDay } from '#server/testing/calendar/clinic.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { findOutside, findUpcoming, listBookedDays, listUpcomingById, listUpcomingOn } from './queries.ts'

const timeZone = 'America/New_York'
// The clocks change on the second day.
const firstDay: IsoDate = '2026-03-07'
const days = [0, 1, 2, 3].map((count) => addDays(firstDay, count))
const now = new Date('2026-03-07T16:10:00Z')
const [ann, ben, eve] = [randomUUID(), randomUUID(), randomUUID()] as const
const chairs = [randomUUID(), randomUUID()] as const
let database: TestDatabase
let cleaning = ''
let surgery = ''
let appointments: Appointment[]

beforeAll(async () => {
  database = await freshDatabase()
  const { db } = database
  const [one, other] = await db.select().from(treatment).limit(2)
  cleaning = one?.id ?? ''
  surgery = other?.id ?? ''
  await db.insert(chair).values(chairs.map((id) => ({ id, name: id })))
  await db.insert(photo).values({ id: randomUUID(), url: 'https://pictures.example/a.webp' })
  const doctors = [ann, ben, eve].map((id) => ({ id, name: id, email: id, specialty: '' }))
  await db.insert(doctorTable).values(doctors.map((each) => ({ ...each, img: 'https://pictures.example/a.webp' })))
  for (const [at, date] of days.entries()) {
    for (let minutes = 420; minutes < 1_080; minutes += 30) await insert(date, minutes, at + minutes / 30)
  }
  appointments = await listUpcomingOn(db, now, days)
})
afterAll(() => database.close())

/** Inserts the appointments of two patients at a time, each with other doctors and chairs. */
async function insert(date: IsoDate, minutes: number, turn: number) {
  const { instantOf } = dayClock(date, timeZone)
  const [startsAt, endsAt] = [new Date(instantOf(minutes)), new Date(instantOf(minutes + 30))]
  const doctors = [ann, ben, eve, null]
  const seats = [...chairs, null]
  for (const at of [0, 1]) {
    const patientId = randomUUID()
    await database.db.insert(patient).values({ id: patientId, name: '' })
    await database.db
      .insert(booking)
      .values({
        ...{ id: randomUUID(), date, startsAt, endsAt, patientId, patient: '', patientName: '', phone: '' },
        ...{ treatmentId: (turn + at) % 5 > 1 ? cleaning : surgery, treatment: '', slot: '', priceCents: 1 },
        doctorId: doctors[(turn * 3 + at) % 4] ?? null,
        chairId: seats[(turn + at) % 3] ?? null,
        busy: sql`tstzrange(${startsAt}, ${endsAt})` as unknown as string,
        ...(turn % 7 === 0 && { status: 'cancelled' as const, cancelledAt: now }),
        ...(turn % 7 === 1 && { overridden: true }),
        ...(turn % 7 === 2 && { status: 'done' as const }),
      })
      .onConflictDoNothing()
  }
}

describe('the appointments that the database finds outside of the rules are those that do not fit them', () => {
  const staff = () => [doctor(ann, [cleaning, surgery]), doctor(ben, [cleaning]), doctor(eve, [surgery])]
  const open = { week: everyDay([{ from: 420, until: 1_080 }]), chairs: [...chairs], timeZone }
  const [saturday = firstDay, sunday = firstDay] = days
  const cases: [string, () => Partial<Rules>][] = [
    ['all is open', () => ({})],
    [
      'there is a break',
      () => ({
        week: everyDay([
          { from: 420, until: 735 },
          { from: 765, until: 1_020 },
        ]),
      }),
    ],
    [
      'two periods adjoin',
      () => ({
        week: everyDay([
          { from: 420, until: 735 },
          { from: 735, until: 1_080 },
        ]),
      }),
    ],
    [
      'the day of the change of clocks closes early',
      () => ({ days: new Map([[sunday, { note: '', periods: [{ from: 420, until: 600 }] }]]) }),
    ],
    [
      'a doctor is absent',
      () => ({
        doctors: [
          ...staff().slice(1),
          doctor(ann, [cleaning, surgery], { absences: [{ firstDay: saturday, lastDay: sunday }] }),
        ],
      }),
    ],
    [
      'a doctor works shorter',
      () => ({
        doctors: [...staff().slice(1), doctor(ann, [cleaning], { week: everyDay([{ from: 600, until: 700 }]) })],
      }),
    ],
    ['a doctor has left', () => ({ doctors: staff().slice(1) })],
    ['nobody performs a treatment', () => ({ doctors: [doctor(ann, [cleaning]), doctor(ben, [cleaning])] })],
    ['there are no doctors', () => ({ doctors: [] })],
    ['a chair is retired', () => ({ chairs: [chairs[0]] })],
    ['there are no chairs', () => ({ chairs: [] })],
    ['a chair is for one treatment', () => ({ chairTreatments: new Map([[chairs[0], new Set([cleaning])]]) })],
    [
      'each chair is for another treatment',
      () => ({
        chairTreatments: new Map([
          [chairs[0], new Set([cleaning])],
          [chairs[1], new Set([surgery])],
        ]),
      }),
    ],
    [
      'a chair that is out of use is for one treatment',
      () => ({ chairs: [chairs[0]], chairTreatments: new Map([[chairs[1], new Set([cleaning])]]) }),
    ],
    [
      'a doctor has two weeks in turn',
      () => ({
        doctors: [
          ...staff().slice(1),
          doctor(ann, [cleaning], { week: everyDay([{ from: 420, until: 720 }]), weekB: everyDay([]) }),
        ],
      }),
    ],
    ['a doctor is blocked for a part of each day', () => ({ blocks: [block(600, 720, { doctorId: ann })] })],
    ['everyone is blocked', () => ({ blocks: [block(700, 705)] })],
    ['a chair is out of order', () => ({ blocks: [block(500, 900, { chairId: chairs[0] })] })],
    [
      'a chair is out of order from an afternoon until the next morning',
      () => ({ blocks: [block(720, 600, { chairId: chairs[1], firstDay: saturday, lastDay: sunday, weekdays: [] })] }),
    ],
    ['the clinic is closed', () => ({ week: new Map() })],
  ]

  it.each(cases)('if %s', async (_case, change) => {
    const rules = clinic({ ...open, doctors: staff(), ...change() })
    const { ids, upcoming } = await findOutside(database.db, now, limitsOf(rules, days), wholeDays(days, timeZone))
    expect(upcoming).toEqual(appointments.filter((appointment) => misfitOf(rules, appointment)))
    expect(await listUpcomingById(database.db, now, ids)).toEqual(upcoming)
    expect(appointments.length).toBeGreaterThan(80)
  })
})

it('compares only the appointments that touch one of the times', async () => {
  const closed = { hours: [], performed: [], chairs: [], suited: [], chairBlocks: [] }
  const { instantOf } = dayClock(firstDay, timeZone)
  const outside = async (from: number, until: number) => {
    const times = [{ date: firstDay, from: instantOf(from), until: instantOf(until) }]
    return (await findOutside(database.db, now, closed, times)).upcoming
  }
  const between = (from: number, until: number) =>
    appointments.filter(
      ({ date, startsAt, endsAt }) => date === firstDay && startsAt < instantOf(until) && instantOf(from) < endsAt,
    )
  expect(await outside(900, 1_000)).toEqual(between(900, 1_000))
  expect(between(900, 1_000).length).toBeGreaterThan(3)
  // A time without length is touched by what begins before it and ends after it.
  expect(await outside(915, 915)).toEqual(between(900, 930))
  expect(await outside(930, 930)).toEqual([])
  expect(await findOutside(database.db, now, closed, [])).toEqual({ ids: [], upcoming: [] })
})

it('lists the booked days, each once', async () => {
  expect(await listBookedDays(database.db, firstDay)).toEqual(days)
  expect(await listBookedDays(database.db, addDays(firstDay, 2))).toEqual(days.slice(2))
  expect(await listBookedDays(database.db, '2030-01-01')).toEqual([])
})

it('has what has begun but not what has ended, was cancelled, is done or overridden', async () => {
  const { db } = database
  const rows = await db.select().from(booking)
  const isUpcoming = (row: (typeof rows)[number]) => row.status === 'booked' && !row.overridden && row.endsAt > now
  expect(appointments.map(({ id }) => id).sort()).toEqual(
    rows
      .filter(isUpcoming)
      .map(({ id }) => id)
      .sort(),
  )
  for (const row of rows.slice(0, 40)) {
    expect((await findUpcoming(db, now, row.id))?.id, row.status).toBe(isUpcoming(row) ? row.id : undefined)
  }
})
