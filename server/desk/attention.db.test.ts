import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const date = 'May 1, 2026'
const tomorrow = 'May 2, 2026'
const slot = '08.00 AM - 08.30 AM'
const treatment = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff
beforeEach(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
})
afterEach(() => server.close())

const list = async (): Promise<AttentionItem[]> =>
  (await server.app.inject({ url: '/calendar/attention', headers: staff.admin.bearer })).json()
const resolve = (id: string, payload: ResolutionInput) =>
  server.app.inject({ method: 'POST', url: `/calendar/attention/${id}`, headers: staff.admin.bearer, payload })
const times = (id: string, day: string) =>
  server.app.inject({ url: `/calendar/attention/${id}/times?date=${day}`, headers: staff.admin.bearer })
const rows = () => server.database.db.select().from(booking).orderBy(booking.createdAt)

/** Books an appointment, closes its day and returns its id. */
async function bookAndClose(person = server.person()) {
  const booked = await staff.book({ treatment, date, slot }, person)
  const effect = await staff.change({ kind: 'set-day', day: { date, note: 'Public holiday', periods: [] } })
  const { _id } = booked.json().booking
  expect(effect.attention).toEqual({
    count: 1,
    first: [{ _id, date, slot, treatment, patientName: 'Ann Patient', reason: 'clinic-closed' }],
  })
  return _id as string
}

describe('an appointment on a day that is closed now', () => {
  it('is listed with how to reach the patient, until somebody resolves it', async () => {
    const ann = await server.person()
    const id = await bookAndClose(Promise.resolve(ann))
    expect(await list()).toEqual([
      {
        _id: id,
        reach: { by: 'email', to: ann.email },
        ...{ date, slot, treatment, patientName: 'Ann Patient', patient: ann.email, phone: '1' },
        reason: 'clinic-closed',
        paid: false,
      },
    ])
    expect((await staff.calendar()).needAttention).toBe(1)
  })

  it('can be kept with a note, and then stays in spite of the rules', async () => {
    const id = await bookAndClose()
    await server.database.db.update(booking).set({ note: 'Allergic to penicillin' })
    expect((await resolve(id, { action: 'keep', note: 'Dr. Bell comes in' })).json()).toEqual({ needAttention: 0 })
    expect((await rows())[0]).toMatchObject({
      ...{ overridden: true, overrideReason: 'Dr. Bell comes in', status: 'booked' },
      note: 'Allergic to penicillin',
    })
    expect(await list()).toEqual([])
    await staff.change({ kind: 'clear-day', date })
    expect(await staff.freeSlots(date, treatment)).not.toContain(slot)
    expect((await staff.book({ treatment, date, slot })).json()).toMatchObject({ reason: 'slot-taken' })
  })

  it('can be cancelled, and then the time is free', async () => {
    const id = await bookAndClose()
    expect((await resolve(id, { action: 'cancel' })).json()).toEqual({ needAttention: 0 })
    await staff.change({ kind: 'clear-day', date })
    expect(await staff.freeSlots(date, treatment)).toContain(slot)
    expect((await resolve(id, { action: 'cancel' })).statusCode).toBe(404)
  })

  it('can move to a time that is offered for it, and to no other', async () => {
    await staff.book({ treatment, date: tomorrow, slot })
    const id = await bookAndClose()
    const offered = (await times(id, tomorrow)).json()
    expect(offered).toHaveLength(15)
    expect(offered[0]).toEqual({ slot: '08.30 AM - 09.00 AM', doctors: [] })
    expect((await times(id, date)).json()).toEqual([])
    const taken = await resolve(id, { action: 'move', date: tomorrow, slot })
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'time-not-free'])
    const moved = await resolve(id, { action: 'move', date: tomorrow, slot: '08.30 AM - 09.00 AM' })
    expect(moved.json()).toEqual({ needAttention: 0 })
    expect((await rows())[1]).toMatchObject({
      date: '2026-05-02',
      slot: '08.30 AM - 09.00 AM',
      sequence: 1,
      startsAt: new Date('2026-05-02T12:30:00Z'),
    })
    const [entry] = (await server.app.inject({ url: '/audit', headers: staff.admin.bearer })).json().entries
    expect(entry).toMatchObject({
      action: 'move-appointment',
      target: `${treatment} of Ann Patient on ${date}, ${slot} to ${tomorrow}, 08.30 AM - 09.00 AM`,
    })
  })

  it('does not move onto another appointment of the same patient', async () => {
    const ann = await server.person()
    await staff.book({ treatment: 'Oral Surgery', date: tomorrow, slot }, Promise.resolve(ann))
    const id = await bookAndClose(Promise.resolve(ann))
    const slots = (await times(id, tomorrow)).json().map((time: { slot: string }) => time.slot)
    expect(slots).not.toContain(slot)
    expect((await resolve(id, { action: 'move', date: tomorrow, slot })).statusCode).toBe(409)
  })
})

it('an appointment of a doctor who left moves to the doctor whom staff choose', async () => {
  const ann = await staff.addDoctor('Ann', treatment)
  const booked = (await staff.book({ treatment, date, slot })).json().booking
  await staff.book({ treatment: 'Oral Surgery', date, slot })
  const away = { firstDay: date, lastDay: date, note: '' }
  await staff.change({ kind: 'add-absence', doctorId: ann, absence: away })
  const [ben, cho] = [await staff.addDoctor('Ben', 'Oral Surgery'), await staff.addDoctor('Cho', 'Oral Surgery')]
  expect(await list()).toMatchObject([{ _id: booked._id, reason: 'doctor-not-there', doctor: 'Ann' }])
  const id = (await staff.treatments()).find(({ name }) => name === treatment)?._id ?? ''
  for (const [doctorId, name] of [
    [ben, 'Ben'],
    [cho, 'Cho'],
  ] as const) {
    const surgery = (await staff.treatments()).find(({ name: each }) => each === 'Oral Surgery')?._id ?? ''
    await staff.change({
      kind: 'change-doctor',
      doctorId,
      doctor: { name, treatmentIds: [surgery, id], specialtyId: surgery, week: null },
    })
  }
  expect(await list()).toEqual([])
  expect([ben, cho]).toContain((await rows())[0]?.doctorId)
})
