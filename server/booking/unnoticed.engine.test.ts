import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'

const date = 'Apr 6, 2026'
let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

async function cleaning(): Promise<Treatment> {
  const answer = await server.app.inject(`/available?date=${encodeURIComponent(date)}`)
  const found = answer.json<Treatment[]>().find(({ name }) => name === 'Teeth Cleaning')
  if (!found) throw new Error('the sample treatments are missing')
  return found
}

it('a time whose booking went unnoticed is no longer shown after it was refused', async () => {
  const { db } = server.database
  const [ann, bo] = [await server.person(), await server.person()]
  const {
    _id: treatmentId,
    price,
    slots: [slot = ''],
  } = await cleaning()
  await db.transaction(async (tx) => {
    // Without the trigger that notifies.
    await tx.execute(sql`set local session_replication_role = replica`)
    const row = { id: randomUUID(), treatmentId, treatment: 'Teeth Cleaning', ...timeColumns('2026-04-06', slot) }
    const patient = { patientId: ann.patientId, patient: ann.email, patientName: ann.name }
    await tx.insert(booking).values({ ...row, ...patient, priceCents: price * 100, phone: '1' })
  })
  expect((await cleaning()).slots).toContain(slot)
  const payload = { treatmentId, price, slot, date, patient: bo.email, phone: '1' }
  const refused = await server.app.inject({ method: 'POST', url: '/booking', headers: bo.bearer, payload })
  expect(refused.statusCode).toBe(409)
  expect((await cleaning()).slots).not.toContain(slot)
})
