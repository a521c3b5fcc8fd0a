import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewAppointmentInput } from '#contract/desk/new-appointment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
const date = 'May 4, 2026'

let server: TestApp
let staff: TestStaff
let now: Date
let cleaning: string

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  cleaning = (await staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')?._id ?? ''
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-05-01T12:00:00Z')
  await server.database.db
    .update(booking)
    .set({ status: 'cancelled', cancelledAt: now })
    .where(ne(booking.status, 'cancelled'))
})

// Nobody who is known already.
const newcomer = () => ({ name: `Bea ${randomUUID()}`, phone: '212 555 0142' })
const wish = (more: Partial<NewAppointmentInput> = {}): NewAppointmentInput => ({
  patient: newcomer(),
  treatmentId: cleaning,
  date,
  slot: eight,
  requestId: randomUUID(),
  ...more,
})
const send = (payload: object) => staff.bookFor(payload)
const bookings = () => server.database.db.select().from(booking).where(ne(booking.status, 'cancelled'))
const patientsNamed = (name: string) => server.database.db.select().from(patient).where(eq(patient.name, name))

describe('a repeated request', () => {
  it('gets the same answer, also after the time has ended', async () => {
    const request = wish({ patient: { ...newcomer(), name: 'Dee Dale' } })
    const first = await send(request)
    now = new Date('2026-05-06T12:00:00Z')
    const again = await send(request)
    expect([again.statusCode, again.json()]).toEqual([201, { ...first.json(), emailed: false }])
    expect([await bookings(), await patientsNamed('Dee Dale')].map(({ length }) => length)).toEqual([1, 1])
  })

  it('books once, although ten arrive at the same time', async () => {
    const request = wish({ patient: { ...newcomer(), name: 'Eve Eden' } })
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(request)))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[0]?.statusCode).toBe(201)
    expect([await bookings(), await patientsNamed('Eve Eden')].map(({ length }) => length)).toEqual([1, 1])
  })

  it.each([
    ['time', { slot: nine }],
    ['day', { date: 'May 5, 2026' }],
    ['patient', { patient: { ...newcomer(), name: 'Gil Gray' } }],
    ['known patient', { patient: { id: 'someone' } }],
    ['phone number', { phone: '212 555 0143' }],
    ['way to book', { override: { note: 'Pain' } }],
  ])('with another %s is refused', async (_field, more) => {
    const request = wish()
    await send(request)
    const response = await send({ ...request, ...more })
    expect([response.statusCode, response.json().code]).toEqual([409, 'other-request'])
    expect([await bookings(), await patientsNamed('Gil Gray')].map(({ length }) => length)).toEqual([1, 0])
  })

  it('gets the same answer after the appointment has moved', async () => {
    const request = wish()
    const { booking: made } = (await send(request)).json()
    await staff.moveTo(made._id, { date, slot: nine })
    const again = await send(request)
    expect([again.statusCode, again.json().booking]).toEqual([
      201,
      expect.objectContaining({ _id: made._id, slot: nine }),
    ])
  })
})

describe('two desks', () => {
  it('that book one time for ten patients at once make one appointment, and add one patient', async () => {
    const requests = Array.from({ length: 10 }, (_, n) => wish({ patient: { ...newcomer(), name: `Race ${n}` } }))
    const responses = await Promise.all(requests.map(send))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(9).fill(409)])
    const added = await Promise.all(requests.map((_, n) => patientsNamed(`Race ${n}`)))
    expect([(await bookings()).length, added.flat().length]).toEqual([1, 1])
  })

  it('that add one email at once add one account', async () => {
    const patient = { ...newcomer(), name: 'Fay Ford', email: `${randomUUID()}@example.org` }
    const responses = await Promise.all([eight, nine].map((slot) => send(wish({ patient, slot }))))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect(await patientsNamed('Fay Ford')).toHaveLength(1)
  })

  it('and a patient who want one time at once make one appointment', async () => {
    const other = await server.person()
    const responses = await Promise.all([
      send(wish()),
      staff.book({ treatment: 'Teeth Cleaning', date, slot: eight }, Promise.resolve(other)),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })
})
