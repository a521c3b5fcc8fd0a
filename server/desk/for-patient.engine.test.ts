import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewAppointmentInput } from '#contract/desk/new-appointment.ts'
import { audit } from '#server/database/schema/audit.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
const date = 'May 4, 2026'
// The server learns of rules that a test has changed by a notification.
const soon = { timeout: 20_000 }

let server: TestApp
let staff: TestStaff
let now: Date
let cleaning: string
let surgery: string
type Person = Awaited<ReturnType<TestApp['person']>>
let ann: Person

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  const idOf = async (name: string) => {
    const found = (await staff.treatments()).find((each) => each.name === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found._id
  }
  cleaning = await idOf('Teeth Cleaning')
  surgery = await idOf('Oral Surgery')
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-05-01T12:00:00Z')
  await server.database.db
    .update(booking)
    .set({ status: 'cancelled', cancelledAt: now })
    .where(ne(booking.status, 'cancelled'))
  ann = await server.person({ name: 'Ann Able' })
})

const newcomer = () => ({ name: 'Bea Bloom', phone: '212 555 0142' })
const wish = (more: Partial<NewAppointmentInput> = {}): NewAppointmentInput => ({
  patient: { id: ann.patientId },
  phone: '212 555 0100',
  treatmentId: cleaning,
  date,
  slot: eight,
  requestId: randomUUID(),
  ...more,
})
const send = (payload: object) => staff.bookFor(payload)
const bookings = () => server.database.db.select().from(booking).where(ne(booking.status, 'cancelled'))
const patientsNamed = (name: string) => server.database.db.select().from(patient).where(eq(patient.name, name))
const audited = async () => {
  const rows = await server.database.db.select().from(audit).orderBy(audit.id)
  return rows.map(({ action, target }) => `${action}: ${target}`)
}

describe('booking for a patient', () => {
  it('stores the patient, the phone and the treatment’s own price, takes the time and is recorded', async () => {
    const response = await send(wish())
    expect([response.statusCode, response.json()]).toEqual([
      201,
      {
        success: true,
        patientAdded: false,
        emailed: true,
        reach: { by: 'email', to: ann.email },
        booking: expect.objectContaining({
          patient: ann.email,
          patientName: 'Ann Able',
          phone: '212 555 0100',
          price: 59,
        }),
      },
    ])
    expect(await staff.freeSlots(date, 'Teeth Cleaning')).not.toContain(eight)
    expect((await audited()).at(-1)).toBe(`book-appointment: Teeth Cleaning of Ann Able on ${date}, ${eight}`)
    const [row] = await bookings()
    const notices = server.database.db.select().from(appointmentNotice)
    expect(await notices.where(eq(appointmentNotice.bookingId, row?.id ?? ''))).toMatchObject([{ kind: 'booked' }])
  })

  it('is possible beyond the limits of patients, which still bind patients', async () => {
    const { db } = server.database
    await db.update(clinicPolicy).set({ maxUpcoming: 1, horizonDays: 1, noticeMinutes: 20_160 })
    const responses = [await send(wish()), await send(wish({ date: 'May 4, 2029' }))]
    await db.update(clinicPolicy).set({ maxUpcoming: 1, horizonDays: 3_650, noticeMinutes: 0 })
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const ownWish = { treatment: 'Teeth Cleaning', date: 'May 5, 2026', slot: eight }
    const book = () => staff.book(ownWish, Promise.resolve(ann))
    await expect.poll(async () => (await book()).json().errors, soon).toHaveProperty('patient')
    expect((await book()).statusCode).toBe(400)
    await db.update(clinicPolicy).set({ maxUpcoming: 20 })
  })

  it('is possible for a time that has begun, without a notice by email, until it ends', async () => {
    now = new Date('2026-05-04T12:10:00Z')
    const begun = await send(wish())
    expect([begun.statusCode, begun.json().emailed]).toEqual([201, false])
    now = new Date('2026-05-04T13:30:00Z')
    const over = await send(wish({ slot: nine, treatmentId: surgery }))
    expect([over.statusCode, over.json().errors]).toEqual([400, { slot: 'This time is over; choose a later one' }])
  })

  it.each([
    ['an unknown patient', { patient: { id: 'nobody' } }, 400, 'patient'],
    ['a patient without a phone', { patient: { name: 'Bea', phone: ' ' } }, 400, 'patient'],
    ['no patient', { patient: 'Bea' }, 400, 'patient'],
    ['an unknown treatment', { treatmentId: randomUUID() }, 400, 'treatmentId'],
    ['a day that has passed', { date: 'Apr 30, 2026' }, 400, 'date'],
    ['a time outside the hours', { slot: '06.00 AM - 06.30 AM' }, 400, 'slot'],
    ['an unknown dentist', { doctor: randomUUID() }, 400, 'doctor'],
    ['an override without a note', { override: { note: ' ' } }, 400, 'override.note'],
    ['no request id', { requestId: undefined }, 400, 'requestId'],
  ])('refuses %s, naming the field', async (_, more, status, field) => {
    const response = await send({ ...wish(), ...more })
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([status, [field]])
    expect(await bookings()).toEqual([])
  })

  it('refuses a taken time, and a second appointment of the patient at that time or of that treatment', async () => {
    await send(wish())
    const other = await server.person()
    const taken = await send(wish({ patient: { id: other.patientId } }))
    expect([taken.statusCode, taken.json().errors]).toEqual([409, { slot: 'This time is taken; choose another one' }])
    const own = [await send(wish({ treatmentId: surgery })), await send(wish({ slot: nine }))]
    for (const response of own) {
      const sentence = `Ann Able already has an appointment: Teeth Cleaning on ${date}, 8:00 to 8:30 AM; choose another day or time, or book outside the rules`
      expect([response.statusCode, response.json().errors]).toEqual([409, { slot: sentence }])
    }
    expect(await bookings()).toHaveLength(1)
  })
})

describe('booking outside the rules', () => {
  const override = { note: 'Pain, squeezed in' }

  it('takes a closed hour, with the slot that the treatment’s length makes, and says why', async () => {
    await staff.setLength('Teeth Cleaning', { durationMinutes: 45, bufferMinutes: 15 })
    const refused = await send(wish({ slot: '06.10 AM - 07.40 AM', override }))
    expect(refused.json()).toMatchObject({ status: 400, code: 'other-length' })
    const response = await send(wish({ slot: '06.10 AM - 06.10 AM', override }))
    await staff.setLength('Teeth Cleaning', { durationMinutes: 30, bufferMinutes: 0 })
    expect(response.json().booking.slot).toBe('06.10 AM - 06.55 AM')
    const [row] = await bookings()
    expect(row).toMatchObject({
      overridden: true,
      overrideReason: override.note,
      note: '',
      endsAt: new Date('2026-05-04T10:55:00Z'),
      busy: '["2026-05-04 10:10:00+00","2026-05-04 11:10:00+00")',
    })
  })

  it('takes a taken time, which stays taken for everyone else', async () => {
    await send(wish())
    const other = await server.person()
    const again = wish({ patient: { id: other.patientId } })
    expect((await send(again)).statusCode).toBe(409)
    expect((await send({ ...again, override })).statusCode).toBe(201)
    expect((await send(wish({ patient: newcomer(), slot: eight }))).statusCode).toBe(409)
    expect(await patientsNamed('Bea Bloom')).toEqual([])
  })

  it('still refuses a day that has passed and a time past midnight', async () => {
    expect((await send(wish({ date: 'Apr 30, 2026', override }))).json().code).toBe('day-past')
    expect((await send(wish({ slot: '11.45 PM - 12.15 AM', override }))).json().code).toBe('past-midnight')
  })
})

describe('a new patient', () => {
  it('without email is a patient without an account, and nothing is sent', async () => {
    const response = await send(wish({ patient: newcomer() }))
    expect(response.json()).toMatchObject({ patientAdded: true, emailed: false })
    const [bea] = await patientsNamed('Bea Bloom')
    expect(bea).toMatchObject({ email: null, contact: 'email' })
    expect(await server.database.db.$count(patientUser, eq(patientUser.patientId, bea?.id ?? ''))).toBe(0)
    const [row] = await bookings()
    expect(row).toMatchObject({ patientId: bea?.id, phone: '212 555 0142' })
    expect((await audited()).slice(-2)).toEqual([
      'add-patient: Bea Bloom (no email)',
      `book-appointment: Teeth Cleaning of Bea Bloom on ${date}, ${eight}`,
    ])
  })

  it('is not added if the time is taken', async () => {
    await send(wish())
    const before = await audited()
    expect((await send(wish({ patient: { ...newcomer(), name: 'Cy Cole' } }))).statusCode).toBe(409)
    expect(await patientsNamed('Cy Cole')).toEqual([])
    expect(await audited()).toEqual(before)
  })

  it('who is probably known is not booked, and staff see who it is; added anyway they are', async () => {
    await send(wish({ date: 'May 5, 2026' }))
    const cy = { ...newcomer(), name: 'Cy Known' }
    const request = wish({ patient: { ...cy, email: ann.email.toUpperCase() } })
    const response = await send(request)
    const next = { date: 'May 5, 2026', slot: eight, treatment: 'Teeth Cleaning' }
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'likely-duplicate',
        detail: 'Ann Able is probably the same person.',
        patients: [
          {
            _id: ann.patientId,
            name: 'Ann Able',
            email: ann.email,
            emailConfirmed: true,
            phone: '212 555 0100',
            next,
            same: ['email'],
          },
        ],
      }),
    ])
    expect(await bookings()).toHaveLength(1)
    const anyway = { ...cy, email: ann.email, addAnyway: true }
    expect((await send({ ...request, patient: anyway })).json()).toMatchObject({ patientAdded: true })
  })

  it('with the name and phone number of a known one, written in another way, is not booked', async () => {
    await send(wish({ patient: { name: 'José Núñez', phone: '(646) 555-0199' } }))
    const response = await send(wish({ slot: nine, patient: { name: 'jose nunez', phone: '+1 646 555 0199' } }))
    expect([response.statusCode, response.json().patients]).toEqual([
      409,
      [expect.objectContaining({ name: 'José Núñez', same: ['phone'] })],
    ])
  })
})
