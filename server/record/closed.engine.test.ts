import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
import { date, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

type Account = Awaited<ReturnType<TestDesk['server']['person']>>
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const db = () => desk.server.database.db
const send = (by: { bearer: Account['bearer'] }, method: Method, url: string, payload?: object) =>
  desk.server.app.inject({ method, url, headers: by.bearer, ...(payload && { payload }) })
const asStaff = (method: Method, url: string, payload?: object) => send(desk.staff.admin, method, url, payload)
const record = (id: string) => `/desk/patients/${id}`
const setDied = (id: string, method: 'PUT' | 'DELETE' = 'PUT') => asStaff(method, `${record(id)}/death`)

const ofStaff = { status: 409, code: 'record-closed', detail: 'Mia Able has died. Take that back on the record first.' }
const ofAccount = { status: 409, detail: 'This record is closed, so nothing was changed. Please call us.' }

/** Returns a mother with a child, and what it takes to book for the child. */
async function withChild() {
  const mother = await desk.server.person({ name: 'Ann Able' })
  const child = { name: 'Mia Able', birthDate: '2019-03-04', relation: 'child' }
  const { _id: id }: AccountPatient = (await send(mother, 'POST', '/account/patients', child)).json()
  const cleaning = (await desk.staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')
  return { mother, id, treatmentId: cleaning?._id ?? '', price: cleaning?.price }
}

const wish = (treatmentId: string) => ({
  ...{ treatmentId, weekdays: [1, 2, 3, 4, 5], from: 480, until: 1_020, lastDay: 'May 29, 2026' },
})

describe('the record of a patient who has died', () => {
  it('takes no appointment from the desk, until that is taken back', async () => {
    const { id, treatmentId } = await withChild()
    const book = (more: object = {}) =>
      desk.staff.bookFor({
        ...{ patient: { id }, phone: '212 555 0142', treatmentId, date, slot: nine, requestId: randomUUID() },
        ...more,
      })
    await setDied(id)
    expect((await book()).json()).toMatchObject(ofStaff)
    expect((await book({ override: { note: 'Urgent' }, doctor: desk.ida })).json()).toMatchObject(ofStaff)
    const call = { ...wish(treatmentId), patient: { id }, requestId: randomUUID() }
    expect((await asStaff('POST', '/desk/waiting-list', call)).json()).toMatchObject(ofStaff)
    expect(await db().$count(booking, eq(booking.patientId, id))).toBe(0)
    expect(await db().$count(waitingEntry, eq(waitingEntry.patientId, id))).toBe(0)
    await setDied(id, 'DELETE')
    expect((await book()).statusCode).toBe(201)
  })

  it('takes no appointment from an account, whether it acts for the patient or is their own', async () => {
    const { mother, id, treatmentId, price } = await withChild()
    const own = { patientId: mother.patientId }
    const book = (more: object) =>
      send(mother, 'POST', '/booking', {
        ...{ treatmentId, price, date, slot: nine, treatment: 'Teeth Cleaning', patient: mother.email },
        ...{ phone: '212 555 0142', ...more },
      })
    await setDied(id)
    await setDied(own.patientId)
    for (const patientId of [id, own.patientId]) {
      expect((await book({ patientId })).json()).toMatchObject(ofAccount)
      expect((await send(mother, 'POST', '/waiting-list', { ...wish(treatmentId), patientId })).json()).toMatchObject(
        ofAccount,
      )
    }
    expect(await db().$count(booking, eq(booking.bookedBy, mother.userId))).toBe(0)
    await setDied(id, 'DELETE')
    expect((await book({ patientId: id })).statusCode).toBe(201)
  })

  it('keeps its fields, except for the notes', async () => {
    const { mother, id } = await withChild()
    await setDied(id)
    const change = (fields: object, seen: object) => asStaff('PATCH', record(id), { seen, change: fields })
    expect((await change({ name: 'Mia' }, { name: 'Mia Able' })).json()).toMatchObject(ofStaff)
    expect((await change({ phones: ['212 555 0142'] }, { phones: [] })).json()).toMatchObject(ofStaff)
    expect((await change({ notes: 'Called the family' }, { notes: '' })).statusCode).toBe(200)
    const byMother = await send(mother, 'PATCH', `/account/patients/${id}`, { name: 'Mia' })
    expect(byMother.json()).toMatchObject(ofAccount)
    const [row] = await db().select().from(patient).where(eq(patient.id, id))
    expect(row).toMatchObject({ name: 'Mia Able', notes: 'Called the family' })
  })

  it('is shared and handed over with nobody, and has no code', async () => {
    const { mother, id } = await withChild()
    const other = await desk.server.person()
    await setDied(id)
    const account = { email: other.email, relation: 'child', reason: 'They asked' }
    expect((await asStaff('POST', `${record(id)}/accounts`, account)).json()).toMatchObject(ofStaff)
    expect((await asStaff('POST', `${record(id)}/code`)).json()).toMatchObject(ofStaff)
    const share = { email: other.email, relation: 'child' }
    expect((await send(mother, 'POST', `/account/patients/${id}/share`, share)).statusCode).toBe(404)
    const handOver = await send(mother, 'POST', `/account/patients/${id}/hand-over`, { email: other.email })
    expect(handOver.statusCode).toBe(404)
    expect(await db().$count(patientUser, eq(patientUser.patientId, id))).toBe(1)
  })

  it('is not among the people of an account, which still sees its appointments', async () => {
    const { mother, id, treatmentId, price } = await withChild()
    const wanted = { treatmentId, price, date, slot: nine, treatment: 'Teeth Cleaning', patient: mother.email }
    await send(mother, 'POST', '/booking', { ...wanted, phone: '212 555 0142', patientId: id })
    const persons = async () =>
      ((await send(mother, 'GET', '/account/patients')).json() as AccountPatient[]).map(({ name }) => name)
    expect(await persons()).toEqual(['Ann Able', 'Mia Able'])
    await setDied(id)
    expect(await persons()).toEqual(['Ann Able'])
    const appointments = (await send(mother, 'GET', `/booking?patient=${encodeURIComponent(mother.email)}`)).json()
    expect(appointments).toMatchObject([{ patientName: 'Mia Able' }])
  })
})
