import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'

let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>
let patient: Awaited<ReturnType<TestApp['person']>>

const thousandAndOne = Array.from({ length: 1_001 }, (_, at) => at)
const slot = '08.00 AM - 08.30 AM'

beforeAll(async () => {
  server = await openTestApp()
  const { db } = server.database
  admin = await server.person({ role: 'admin' })
  patient = await server.person()
  const [cleaning] = await db.select().from(treatment)
  if (!cleaning) throw new Error('the sample treatments are missing')
  const { id: treatmentId, name, priceCents } = cleaning
  const named = { treatmentId, treatment: name, priceCents, patientName: 'Ann', phone: '1' }
  await db.insert(booking).values(
    thousandAndOne.map((at) => ({
      ...{ id: randomUUID(), patientId: patient.patientId, patient: patient.email, ...named },
      ...timeColumns('2030-01-01', slot),
      // Cancelled ones may be at the same time.
      ...{ status: 'cancelled' as const, cancelledAt: new Date(at) },
    })),
  )
  await db
    .insert(user)
    .values(thousandAndOne.map((at) => ({ id: `many-${at}`, name: 'M', email: `m${at}@many.example` })))
  const img = 'https://pictures.example/a.png'
  await db.insert(photo).values({ id: randomUUID(), url: img })
  await db
    .insert(doctor)
    .values(
      thousandAndOne.map((at) => ({ id: randomUUID(), name: 'D', email: `d${at}@many.example`, specialty: '', img })),
    )
  await db
    .insert(treatment)
    .values(thousandAndOne.map((at) => ({ ...cleaning, id: randomUUID(), name: `Treatment ${at}`, position: 10 + at })))
  await server.heard()
})
afterAll(() => server.close())

it.each([
  ['/booking', () => `/booking?patient=${patient.email}&cancelled=true`],
  ['/user', () => '/user'],
  ['/doctor', () => '/doctor'],
  ['/service', () => '/service'],
])('GET %s returns at most 1000 rows, and a link to the others', async (_path, url) => {
  const headers = admin.bearer
  const get = async (to: string) => {
    const response = await server.app.inject({ url: to, headers })
    const link = response.headers.link === undefined ? undefined : String(response.headers.link)
    const rows: { _id?: string; email?: string }[] = response.json()
    return { link, keys: rows.map(({ _id, email }) => _id ?? email) }
  }
  const first = await get(url())
  expect(first.keys).toHaveLength(1_000)
  const next = /^<(?<address>[^>]+)>; rel="next"$/.exec(first.link ?? '')?.groups?.address ?? ''
  expect(next).toContain(url().split('?')[0])
  const rest = await get(next)
  expect(rest.link).toBeUndefined()
  expect(rest.keys.length).toBeGreaterThan(0)
  expect(new Set([...first.keys, ...rest.keys]).size).toBe(1_000 + rest.keys.length)
})

it('a shorter list has no link', async () => {
  const response = await server.app.inject({ url: `/booking?patient=${admin.email}`, headers: admin.bearer })
  expect([response.json(), response.headers.link]).toEqual([[], undefined])
})
