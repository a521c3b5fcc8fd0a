import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const date = 'May 1, 2026'
const first = '08.00 AM - 08.30 AM'
const cleaning = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff
beforeEach(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
})
afterEach(() => server.close())

it('keeps a chair for the treatments that are chosen, until it is for all again', async () => {
  const { treatments } = await staff.calendar()
  const idOf = (wanted: string) => treatments.find(({ name }) => name === wanted)?._id ?? ''
  const [cleaningId, surgeryId] = [idOf(cleaning), idOf('Oral Surgery')]
  await staff.change({ kind: 'add-chair', name: 'Theatre', treatmentIds: [surgeryId, surgeryId] })
  const [chair] = (await staff.calendar()).chairs
  expect(chair).toMatchObject({ name: 'Theatre', treatmentIds: [surgeryId] })
  expect(await staff.freeSlots(date, cleaning)).toEqual([])
  expect(await staff.freeSlots(date, 'Oral Surgery')).toContain(first)
  expect((await staff.book({ treatment: cleaning, date, slot: first })).json().errors).toHaveProperty('slot')
  expect((await staff.book({ treatment: 'Oral Surgery', date, slot: first })).statusCode).toBe(201)
  const rename = { kind: 'rename-chair' as const, chairId: chair?._id ?? '', name: 'Theatre' }
  const { version } = await staff.calendar()
  const preview = await staff.send({ version, preview: true, change: { ...rename, treatmentIds: [cleaningId] } })
  expect(preview.json()).toMatchObject({ attention: { count: 1, first: [{ reason: 'no-chair' }] } })
  expect((await staff.calendar()).version).toBe(version)
  // A program that does not know the treatments keeps them.
  await staff.change({ ...rename, name: 'Room 2' })
  expect((await staff.calendar()).chairs[0]).toMatchObject({ name: 'Room 2', treatmentIds: [surgeryId] })
  await staff.change({ ...rename, treatmentIds: [] })
  expect(await staff.freeSlots(date, cleaning)).not.toContain(first)
  expect((await staff.book({ treatment: cleaning, date, slot: '08.30 AM - 09.00 AM' })).statusCode).toBe(201)
  const unknown = await staff.send({
    version: (await staff.calendar()).version,
    change: { ...rename, treatmentIds: [crypto.randomUUID()] },
  })
  expect([unknown.statusCode, unknown.json().errors]).toEqual([
    400,
    { 'change.treatmentIds': 'There is no such treatment' },
  ])
})

it('lets a doctor work two weeks in turn', async () => {
  const doctorId = await staff.addDoctor('Ann', cleaning)
  const cleaningId = (await staff.calendar()).treatments.find(({ name }) => name === cleaning)?._id ?? ''
  const fields = { name: 'Ann', treatmentIds: [cleaningId], specialtyId: cleaningId }
  const on = (weekday: number, from: number) => [{ weekday, periods: [{ from, until: from + 60 }] }]
  // Mar 17 and 24, 2026 are Tuesdays of weeks B and A.
  await staff.change({
    kind: 'change-doctor',
    doctorId,
    doctor: { ...fields, week: on(2, 480), weekB: on(2, 540) },
  })
  expect(await staff.freeSlots('Mar 24, 2026', cleaning)).toEqual(['08.00 AM - 08.30 AM', '08.30 AM - 09.00 AM'])
  expect(await staff.freeSlots('Mar 17, 2026', cleaning)).toEqual(['09.00 AM - 09.30 AM', '09.30 AM - 10.00 AM'])
  expect(await staff.freeSlots('Mar 18, 2026', cleaning)).toEqual([])
  const listed = async () => (await staff.calendar()).doctors.find(({ _id }) => _id === doctorId)
  expect(await listed()).toMatchObject({ week: on(2, 480), weekB: on(2, 540) })
  // A page of the previous release does not know weeks B, and keeps them.
  await staff.change({ kind: 'change-doctor', doctorId, doctor: { ...fields, week: on(2, 600) } })
  expect(await listed()).toMatchObject({ week: on(2, 600), weekB: on(2, 540) })
  await staff.change({ kind: 'change-doctor', doctorId, doctor: { ...fields, week: on(2, 600), weekB: null } })
  expect(await listed()).not.toHaveProperty('weekB')
  expect(await staff.freeSlots('Mar 17, 2026', cleaning)).toEqual(['10.00 AM - 10.30 AM', '10.30 AM - 11.00 AM'])
})
