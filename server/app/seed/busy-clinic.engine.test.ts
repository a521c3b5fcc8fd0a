import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { chair, clinicDay } from '#server/database/schema/calendar.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { addBusyClinic } from './busy-clinic.ts'

const now = new Date('2026-03-10T14:00:00Z')
let database: TestDatabase
let server: TestApp
beforeAll(async () => {
  database = await freshDatabase()
  await database.db.delete(treatment)
  await addBusyClinic(database.db, { clinic: clinicData, now })
  server = await openTestApp({ database, clock: () => now })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

it('has five doctors, three chairs, eight treatments, two holidays and 4,000 bookings that all fit its rules', async () => {
  const { db } = database
  const counts = [doctor, chair, treatment, clinicDay, booking].map((table) => db.$count(table))
  expect(await Promise.all(counts)).toEqual([5, 3, 8, 2, 4_000])
  expect((await (await openTestStaff(server)).calendar()).needAttention).toBe(0)
})

it('has free times on most days and treatments of 15 to 90 minutes', async () => {
  const all: Treatment[] = (await server.app.inject('/available?date=May 1, 2026')).json()
  expect(all.map(({ name }) => name)).toContain('Root Canal')
  expect(all.flatMap(({ slots }) => slots).length).toBeGreaterThan(0)
})

it('is not added to a clinic with treatments', async () => {
  await expect(addBusyClinic(database.db, { clinic: clinicData, now })).rejects.toThrow(
    'The busy clinic needs an empty database',
  )
  expect(await database.db.$count(booking)).toBe(4_000)
})
