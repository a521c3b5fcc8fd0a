import { randomUUID } from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { appointmentNotice, booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

// A change of the rules writes to patients only if its request says so.

const date = 'May 1, 2026'
const [first, second, third] = ['08.00 AM - 08.30 AM', '08.30 AM - 09.00 AM', '09.00 AM - 09.30 AM']
const cleaning = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff
let ann: string
let ben: string
beforeEach(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  ann = await staff.addDoctor('Ann', cleaning)
  ben = await staff.addDoctor('Ben', cleaning)
})
afterEach(() => server.close())

const bookingOf = async (id: string) => (await server.database.db.select().from(booking).where(eq(booking.id, id)))[0]
const waiting = async (id: string) => {
  const notices = await server.database.db.select().from(appointmentNotice).where(isNull(appointmentNotice.doneAt))
  return notices.filter(({ bookingId }) => bookingId === id).map(({ kind }) => kind)
}
/** Books with a dentist and returns the id. */
async function book(slot: string, doctor = ann, person?: ReturnType<TestApp['person']>): Promise<string> {
  const response = await staff.book({ treatment: cleaning, date, slot, doctor }, person)
  return response.json().booking._id
}
/** The emails about the bookings themselves are sent. */
const sendWaiting = () => server.database.db.update(appointmentNotice).set({ doneAt: new Date() })
const remove = (query = '') =>
  server.app.inject({ method: 'DELETE', url: `/doctor/ann@clinic.example${query}`, headers: staff.admin.bearer })

describe('deleting a dentist', () => {
  it('previews how many appointments, who gets an email and who must be called', async () => {
    await book(first)
    await staff.bookFor({
      ...{ requestId: randomUUID(), phone: '', doctor: ann, date, slot: second },
      patient: { name: 'Bea Bloom', phone: '212 555 0142' },
      treatmentId: (await staff.treatments()).find(({ name }) => name === cleaning)?._id,
    })
    const both = server.person()
    await book(third, ann, both)
    await book(third, ben)
    const effect = await staff.preview({ kind: 'remove-doctor', doctorId: ann })
    expect(effect).toMatchObject({
      moved: { count: 2, first: [{ slot: first }, { slot: second }] },
      attention: { count: 1, first: [{ slot: third, reason: 'doctor-left' }] },
      patients: {
        emailed: 1,
        called: { count: 1, first: [{ slot: second, patientName: 'Bea Bloom', phone: '212 555 0142' }] },
        reminded: 0,
      },
    })
    expect((await staff.calendar()).doctors).toHaveLength(2)
  })

  it('counts a patient with two appointments once', async () => {
    const person = server.person()
    await book(first, ann, person)
    await staff.book({ treatment: cleaning, date: 'May 2, 2026', slot: first, doctor: ann }, person)
    const effect = await staff.preview({ kind: 'remove-doctor', doctorId: ann })
    expect([effect.moved.count, effect.patients.emailed]).toEqual([2, 1])
  })

  it('tells nobody if the request does not say so', async () => {
    const id = await book(first)
    await sendWaiting()
    expect((await remove()).json()).toEqual({ deletedCount: 1 })
    expect(await bookingOf(id)).toMatchObject({ doctorId: ben, sequence: 0 })
    expect(await waiting(id)).toEqual([])
  })

  it('tells the patients if the request says so, in the same transaction', async () => {
    const id = await book(first)
    await sendWaiting()
    expect((await remove('?tellPatients=true')).json()).toEqual({ deletedCount: 1 })
    expect(await bookingOf(id)).toMatchObject({ doctorId: ben, sequence: 1 })
    expect(await waiting(id)).toEqual(['moved'])
  })

  it('leaves a confirmation that waits, which names the new dentist', async () => {
    const id = await book(first)
    await remove()
    expect(await waiting(id)).toEqual(['booked'])
    expect(await bookingOf(id)).toMatchObject({ doctorId: ben, sequence: 0 })
  })

  it.each(['yes please', ''])('refuses %j as the choice', async (text) => {
    const response = await remove(`?tellPatients=${encodeURIComponent(text)}`)
    expect([response.statusCode, response.json().errors]).toEqual([400, { tellPatients: 'true or false' }])
    expect((await staff.calendar()).doctors).toHaveLength(2)
  })
})

describe('a change of the rules', () => {
  const week = [{ weekday: 5, periods: [{ from: 600, until: 660 }] }]
  const fields = async (name: string) => {
    const treatmentId = (await staff.treatments()).find((each) => each.name === name)?._id ?? ''
    return { name: 'Ann', treatmentIds: [treatmentId], specialtyId: treatmentId, week: null }
  }
  const changes: [string, () => Promise<CalendarChangeInput>][] = [
    [
      'an absence',
      async () => ({ kind: 'add-absence', doctorId: ann, absence: { firstDay: date, lastDay: date, note: '' } }),
    ],
    [
      'other working hours',
      async () => ({ kind: 'change-doctor', doctorId: ann, doctor: { ...(await fields(cleaning)), week } }),
    ],
    ['other treatments', async () => ({ kind: 'change-doctor', doctorId: ann, doctor: await fields('Oral Surgery') })],
    ['a deletion', async () => ({ kind: 'remove-doctor', doctorId: ann })],
  ]
  describe.each(changes)('%s', (_what, change) => {
    it.each([true, false])('with tellPatients %s', async (tellPatients) => {
      const id = await book(first)
      await sendWaiting()
      expect((await staff.preview(await change())).patients.emailed).toBe(1)
      expect(await waiting(id)).toEqual([])
      const { version } = await staff.calendar()
      const response = await staff.send({ version, tellPatients, change: await change() })
      expect(response.json()).toMatchObject({ moved: { count: 1 }, attention: { count: 0 } })
      expect((await bookingOf(id))?.doctorId).toBe(ben)
      expect(await waiting(id)).toEqual(tellPatients ? ['moved'] : [])
    })
  })

  it('that only closes hours writes to nobody: staff resolve each appointment', async () => {
    const id = await book(first)
    await sendWaiting()
    const { version } = await staff.calendar()
    const change = { kind: 'set-day', day: { date, note: '', periods: [] } }
    const response = await staff.send({ version, tellPatients: true, change })
    expect(response.json()).toMatchObject({ attention: { count: 1 }, patients: { emailed: 0, called: { count: 0 } } })
    expect(await waiting(id)).toEqual([])
  })

  it('of the chair writes to nobody', async () => {
    for (const name of ['Blue', 'Green']) await staff.change({ kind: 'add-chair', name })
    const id = await book(first)
    await sendWaiting()
    const chairId = (await bookingOf(id))?.chairId ?? ''
    const { version } = await staff.calendar()
    const response = await staff.send({ version, tellPatients: true, change: { kind: 'retire-chair', chairId } })
    expect(response.json()).toMatchObject({ moved: { count: 1 }, patients: { emailed: 0 } })
    expect(await waiting(id)).toEqual([])
  })
})

describe('a longer reminder time', () => {
  const longer = async (): Promise<CalendarChangeInput> => {
    const { policy } = await staff.calendar()
    return { kind: 'set-policy', policy: { ...policy, reminderHours: 336 } }
  }
  /** An appointment that is ten days ahead and was booked long ago. */
  async function bookLongAgo(): Promise<string> {
    const response = await staff.book({ treatment: cleaning, date: 'Mar 20, 2026', slot: first })
    const id = response.json().booking._id
    await server.database.db.update(booking).set({ scheduledAt: new Date('2026-01-01T12:00:00Z') })
    await sendWaiting()
    return id
  }

  it.each([true, false])('reminds at once with tellPatients %s', async (tellPatients) => {
    const id = await bookLongAgo()
    expect((await staff.preview(await longer())).patients.reminded).toBe(1)
    const { version } = await staff.calendar()
    await staff.send({ version, tellPatients, change: await longer() })
    expect(await waiting(id)).toEqual(tellPatients ? ['reminder'] : [])
    const notices = await server.database.db.$count(appointmentNotice, eq(appointmentNotice.kind, 'reminder'))
    expect(notices).toBe(1)
  })
})
