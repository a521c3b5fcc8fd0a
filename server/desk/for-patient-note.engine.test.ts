import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { NewAppointmentInput } from '#contract/desk/new-appointment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

// What the desk notes while it books.

let server: TestApp
let staff: TestStaff
let cleaning: string
let ann: Awaited<ReturnType<TestApp['person']>>
const now = new Date('2026-05-01T12:00:00Z')

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  cleaning = (await staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')?._id ?? ''
  ann = await server.person({ name: 'Ann Able' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.update(booking).set({ status: 'cancelled', cancelledAt: now })
})

const newcomer = () => ({ name: `Nora ${randomUUID()}`, phone: '212 555 0142' })
const wish = (more: Partial<NewAppointmentInput> = {}): NewAppointmentInput => ({
  ...{ patient: { id: ann.patientId }, phone: '212 555 0100', treatmentId: cleaning },
  ...{ date: 'May 4, 2026', slot: '08.00 AM - 08.30 AM', requestId: randomUUID() },
  ...more,
})
const send = (payload: object) => staff.bookFor(payload)
const bookings = () => server.database.db.select().from(booking).where(ne(booking.status, 'cancelled'))
const patientsNamed = (name: string) => server.database.db.select().from(patient).where(eq(patient.name, name))

it('stores a note of the appointment, and the birth date and alerts of a new patient with it', async () => {
  const patient = { ...newcomer(), birthDate: '1990-02-03', alerts: 'Penicillin\nWheelchair' } as const
  const request = wish({ patient, note: ' Toothache since Sunday ' })
  const response = await send(request)
  expect([response.statusCode, response.body.includes('Toothache')]).toEqual([201, false])
  expect((await send(request)).json()).toEqual(response.json())
  expect(await bookings()).toMatchObject([{ note: 'Toothache since Sunday', overrideReason: '' }])
  expect(await patientsNamed(patient.name)).toMatchObject([
    { birthDate: '1990-02-03', alerts: 'Penicillin\nWheelchair' },
  ])
  for (const [field, wrong] of [
    ['note', wish({ note: 'x'.repeat(201) })],
    ['patient.birthDate', wish({ patient: { ...newcomer(), birthDate: '1790-01-01' as const } })],
    ['patient.alerts', wish({ patient: { ...newcomer(), alerts: 'x'.repeat(501) } })],
  ] as const)
    expect(Object.keys((await send(wrong)).json().errors)).toEqual([field])
})

it('stores a note beside the reason of an appointment outside the rules', async () => {
  const made = await send(wish({ slot: '07.00 PM - 07.30 PM', note: 'Pain', override: { note: 'Squeezed in' } }))
  expect(made.statusCode, made.body).toBe(201)
  expect(await bookings()).toMatchObject([{ note: 'Pain', overrideReason: 'Squeezed in', overridden: true }])
})

it('adds nobody if the appointment is refused', async () => {
  const person = newcomer()
  expect((await send(wish({ patient: { ...person, alerts: 'Latex' }, slot: '03.07 AM - 03.37 AM' }))).statusCode).toBe(
    400,
  )
  expect(await patientsNamed(person.name)).toEqual([])
})
