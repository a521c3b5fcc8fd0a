import { randomUUID } from 'node:crypto'
import { desc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recallPage } from '#contract/recall-link.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicHours } from '#server/database/schema/calendar.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { linkKeyOf } from '#server/testing/ties.ts'
import { updateRecalls } from './due-store.ts'
import { openRecallTokens } from './token.ts'

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
const tomorrow = 'Nov 4, 2026'
const day = { today: '2026-11-03', timeZone: 'America/New_York' } as const

let server: TestApp
let staff: TestStaff
let bell: string
let cleaning: typeof treatment.$inferSelect
type Person = Awaited<ReturnType<TestApp['person']>>
let ann: Person
let token: string

beforeAll(async () => {
  server = await openTestApp({ clock: () => new Date('2026-11-03T15:00:00Z'), env: { PUBLIC_URL: 'http://localhost' } })
  staff = await openTestStaff(server)
  bell = await staff.addDoctor('Bell', 'Teeth Cleaning')
  const { db } = server.database
  const [found] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!found) throw new Error('the sample treatments are missing')
  cleaning = found
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  await db.delete(recall)
  await db.update(booking).set({ status: 'cancelled', cancelledAt: new Date() }).where(ne(booking.status, 'cancelled'))
  await db.update(treatment).set({ retiredAt: null, recallMonths: 6 }).where(eq(treatment.id, cleaning.id))
  await server.heard()
  ann = await server.person()
  token = await invite(ann)
})

/** Makes a patient due, and returns the token of the link in their invitation. */
async function invite(person: Person) {
  const { db } = server.database
  const { patientId } = person
  const { id: treatmentId, name, priceCents } = cleaning
  const columns = { ...timeColumns('2026-05-01', eight), treatmentId, treatment: name, priceCents, patientId }
  const more = { patient: '', patientName: 'Ann', phone: '555 0100', doctorId: bell, overridden: true }
  await db.insert(booking).values({ id: randomUUID(), ...columns, ...more, status: 'done', bookedBy: person.userId })
  await updateRecalls(db, day)
  const [row] = await db.select().from(recall).where(eq(recall.patientId, patientId))
  return openRecallTokens(server.secret).issue({
    ...{ id: row?.id ?? '', patientId },
    key: await linkKeyOf(server.database, person),
  })
}

const post = (call: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/recall-link${call}`, payload })
const read = async (wanted?: string) => recallPage.parse((await post('', { token, wanted })).json())
const wish = (slot = eight, date = tomorrow) => ({ treatmentId: cleaning.id, price: 59, slot, date })
const book = (of: object = {}) => post('/book', { token, ...wish(), ...of })
const upcoming = () => server.database.db.select().from(booking).where(eq(booking.status, 'booked'))
const newestAudit = async () => (await server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]

describe('the link in an invitation', () => {
  it('shows three times on different days with the dentist of the last visit, and the price', async () => {
    const doctor = { _id: bell, name: 'Bell' }
    expect(await read()).toEqual({
      state: 'due',
      treatments: [
        {
          ...{ _id: cleaning.id, name: 'Teeth Cleaning', price: 59, lastVisit: 'May 1, 2026' },
          times: ['Nov 4, 2026', 'Nov 5, 2026', 'Nov 6, 2026'].map((date) => ({ date, slot: eight, doctor })),
        },
      ],
    })
  })

  it('books the time that was pressed, for the account that was invited', async () => {
    expect(await read('2026-11-05T0900')).toMatchObject({ wanted: { date: 'Nov 5, 2026', slot: nine } })
    const response = await book({ date: 'Nov 5, 2026', slot: nine, doctor: bell })
    const { appointment, ...page } = response.json()
    expect([response.statusCode, page]).toEqual([
      200,
      {
        ...{ state: 'booked', treatments: [] },
        booked: { treatment: 'Teeth Cleaning', date: 'Nov 5, 2026', slot: nine, doctor: 'Bell' },
      },
    ])
    expect(appointment).toMatchObject({ state: 'changeable', price: 59, owed: 59, slot: nine })
    expect(await upcoming()).toMatchObject([
      { patientId: ann.patientId, bookedBy: ann.userId, patient: ann.email, phone: '555 0100', doctorId: bell },
    ])
    expect(await newestAudit()).toMatchObject({ actor: 'Link in an email', action: 'book-appointment' })
    expect(await read()).toMatchObject({ state: 'booked' })
  })

  it('has the link of what was booked, which pays and moves it, and ends with this one', async () => {
    const { appointment } = (await book()).json()
    const byLink = (call: string, more: object) =>
      server.app.inject({
        ...{ method: 'POST', url: `/appointment-link${call}` },
        payload: { token: appointment.token, ...more },
      })
    expect((await byLink('', {})).json()).toMatchObject({ treatment: 'Teeth Cleaning', owed: 59 })
    const moved = await byLink('/move', { date: 'Nov 5, 2026', slot: nine })
    expect([moved.statusCode, (await read()).appointment]).toEqual([200, expect.objectContaining({ slot: nine })])
    const { db } = server.database
    // Somebody else no longer acts for the patient.
    await db.update(patient).set({ tieEndedAt: new Date() }).where(eq(patient.id, ann.patientId))
    expect((await byLink('', {})).statusCode).toBe(200)
    await db.delete(patientUser).where(eq(patientUser.patientId, ann.patientId))
    for (const response of [await post('', { token }), await byLink('', {})])
      expect([response.statusCode, response.json().code]).toEqual([404, 'invalid-link'])
  })

  it('books once, also when two times are pressed at once', async () => {
    const all = await Promise.all([book(), book({ slot: nine }), book({ date: 'Nov 6, 2026' })])
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await upcoming()).toHaveLength(1)
  })

  it('says that a time is taken and has the next ones', async () => {
    await staff.book({ treatment: 'Teeth Cleaning', date: tomorrow, slot: eight })
    const response = await book()
    expect([response.statusCode, response.json().code]).toEqual([409, 'slot-taken'])
    const page = await read('2026-11-04T0800')
    expect(page).toMatchObject({ state: 'due', taken: true })
    expect(page.treatments[0]?.times).not.toContainEqual(expect.objectContaining({ date: tomorrow, slot: eight }))
    expect(page.treatments[0]?.times).toHaveLength(3)
  })

  it('books a time that is offered again, of which this instance has not heard', async () => {
    const { db } = server.database
    const open = await db.select().from(clinicHours)
    await db.delete(clinicHours)
    await server.heard()
    expect(await staff.freeSlots(tomorrow, 'Teeth Cleaning')).toEqual([])
    await db.insert(clinicHours).values(open)
    expect((await book()).statusCode).toBe(200)
  })

  it('gives one time to one of two who press it', async () => {
    const bob = await server.person()
    const other = await invite(bob)
    const all = await Promise.all([book(), book({ token: other })])
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('takes the price that was shown, or nothing is booked', async () => {
    const response = await book({ price: 58 })
    expect([response.statusCode, response.json().code, await upcoming()]).toEqual([409, 'price-changed', []])
  })

  it('says that an appointment is ahead, and books no second one', async () => {
    await staff.book({ treatment: 'Cavity Protection', date: 'Nov 9, 2026', slot: eight }, Promise.resolve(ann))
    expect(await read()).toEqual({ state: 'has-appointment', treatments: [] })
    expect((await book()).json().code).toBe('has-appointment')
  })

  it('puts invitations off, and still books', async () => {
    const response = await post('/snooze', { token, months: 3 })
    expect(response.json()).toMatchObject({ state: 'due', snoozedUntil: 'Feb 3, 2027' })
    expect(await newestAudit()).toMatchObject({ action: 'snooze-recalls', personIds: [ann.patientId] })
    expect((await book()).statusCode).toBe(200)
    expect((await post('/snooze', { token, months: 2 })).statusCode).toBe(400)
  })

  it('stops invitations, and starts them again', async () => {
    expect((await post('/stop', { token, stopped: true })).json()).toEqual({
      ...{ state: 'stopped', stopped: true, treatments: [] },
    })
    expect((await post('/stop', { token, stopped: false })).json()).toMatchObject({ state: 'due' })
  })

  it.each([
    ['the treatment is retired', () => change({ retiredAt: new Date() })],
    ['the clinic does not invite for it any more', () => change({ recallMonths: null })],
    ['the patient has come since', () => come()],
  ])('is over when %s', async (_when, happen) => {
    await happen()
    expect(await read()).toEqual({ state: 'over', treatments: [] })
    expect((await book()).statusCode).not.toBe(200)
  })

  it('leads from a merged record to the one that has its data, and nowhere once that is erased', async () => {
    const { db } = server.database
    const kept = await server.person()
    await db.execute(`update patient_user set relation = 'other' where patient_id = '${ann.patientId}'`)
    await db.execute(`select merge_patient('${ann.patientId}', '${kept.patientId}')`)
    expect(await read()).toMatchObject({ state: 'due' })
    await db.update(patient).set({ erasedAt: new Date() }).where(eq(patient.id, kept.patientId))
    expect((await post('', { token })).statusCode).toBe(404)
  })

  it.each([
    ['empty', () => ''],
    ['cut', () => token.slice(0, -3)],
    ['forged', () => `x${token}`],
    [
      'signed for something else',
      () => openRecallTokens('another secret').issue({ id: randomUUID(), patientId: 'x', key: '' }),
    ],
  ])('is not valid when its token is %s', async (_what, made) => {
    for (const call of ['', '/book', '/snooze', '/stop']) {
      const response = await post(call, { ...wish(), months: 1, stopped: true, token: made() })
      expect([response.statusCode, response.json().code]).toEqual([404, 'invalid-link'])
    }
  })

  it('changes nothing by GET', async () => {
    expect((await server.app.inject(`/recall-link?token=${token}`)).statusCode).toBe(404)
  })
})

const change = (values: Partial<typeof treatment.$inferInsert>) =>
  server.database.db.update(treatment).set(values).where(eq(treatment.id, cleaning.id))
async function come() {
  const [row] = await server.database.db.select().from(booking).where(eq(booking.patientId, ann.patientId))
  if (!row) throw new Error('no visit')
  const { owedCents: _owed, ...columns } = row
  const later = { ...columns, ...timeColumns('2026-10-30', eight), id: randomUUID(), status: 'done' as const }
  await server.database.db.insert(booking).values(later)
}
