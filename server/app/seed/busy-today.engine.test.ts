import { eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { addBusyClinic } from './busy-clinic.ts'
import { addBusyToday } from './busy-today.ts'

// Noon at the clinic.
const now = new Date('2026-03-10T16:00:00Z')
let database: TestDatabase
let server: TestApp
beforeAll(async () => {
  database = await freshDatabase()
  await database.db.delete(treatment)
  await addBusyClinic(database.db, { clinic: clinicData, now })
  await addBusyToday(database.db, now)
  server = await openTestApp({ database, clock: () => now })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

it('has a morning that is done and paid but for one no-show and two that are unpaid, and one patient who waits', async () => {
  const rows = await database.db.select().from(booking).where(eq(booking.date, '2026-03-10'))
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const over = rows.filter(({ endsAt }) => endsAt < now).length
  expect(over).toBeGreaterThan(8)
  expect([count('done'), count('no-show'), count('arrived')]).toEqual([over - 1, 1, 1])
  expect(rows.filter(({ status, owedCents }) => status === 'done' && owedCents > 0)).toHaveLength(2)
  expect(rows.filter(({ startsAt }) => startsAt > now).length).toBeGreaterThan(8)
  expect(await database.db.$count(booking, gt(booking.receivedCents, 0))).toBe(over - 3)
})

it('has four appointments that need attention', async () => {
  expect((await (await openTestStaff(server)).calendar()).needAttention).toBe(4)
})
