import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MergePreview, MergeRequest } from '#contract/patient/merge.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { date, eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const db = () => desk.server.database.db
const get = (path: string) =>
  desk.server.app.inject({ url: `/desk/patients/${path}`, headers: desk.staff.admin.bearer })
const read = async (id: string): Promise<PatientRecord> => (await get(id)).json()
const preview = async (kept: string, former: string): Promise<MergePreview> =>
  (await get(`${kept}/merge?former=${former}`)).json()
const post = (kept: string, payload: object) =>
  desk.server.app.inject({
    method: 'POST',
    url: `/desk/patients/${kept}/merge`,
    ...{ headers: desk.staff.admin.bearer, payload },
  })

/** Merges with the values of the kept record, if not others. */
async function merge(kept: string, former: string, values: Partial<MergeRequest['values']> = {}) {
  const row = await rowOf(kept)
  const { name = '', birthDate, email, language, contact } = row ?? {}
  const own = { birthDate: birthDate ?? '', email: email ?? '', language: language ?? '' }
  return post(kept, { former, values: { name, contact, ...own, ...values } })
}

const rowOf = async (id: string) => (await db().select().from(patient).where(eq(patient.id, id)))[0]

async function add(values: Partial<typeof patient.$inferInsert> = {}): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(patient)
    .values({ id, name: 'Bea Bloom', ...values })
  return id
}

async function bookFor(id: string, slot = eight, doctor?: string) {
  const cleaning = (await desk.staff.treatments()).find(({ name }) => name === 'Teeth Cleaning')
  const wish = { patient: { id }, treatmentId: cleaning?._id, date, slot, requestId: randomUUID() }
  return desk.staff.bookFor({ ...wish, phone: '212 555 0142', ...(doctor && { doctor }) })
}
const bookingsOf = (id: string) =>
  db()
    .select()
    .from(booking)
    .where(and(eq(booking.patientId, id), ne(booking.status, 'cancelled')))

describe('a merge', () => {
  it('shows both side by side, then moves everything and keeps the chosen values', async () => {
    const kept = await add({ name: 'Bea Bloom', notes: 'Likes tea', email: 'bea@example.org', birthDate: '1980-01-01' })
    const former = await add({ name: 'Beatrix Bloom', notes: 'Likes coffee', language: 'de', contact: 'phone' })
    const mother = await desk.server.person({ name: 'Mother' })
    await db().insert(patientUser).values({ userId: mother.userId, patientId: former, relation: 'child' })
    await db().insert(patientPhone).values({ patientId: kept, number: '646 555 0100' })
    const first = (await bookFor(kept, eight, desk.ida)).json().booking
    const second = (await bookFor(former, nine, desk.oskar)).json().booking
    await db().insert(paymentIntent).values({
      id: randomUUID(),
      bookingId: second._id,
      patientId: former,
      amount: 5900,
      currency: 'usd',
      state: 'settled',
    })

    expect(await preview(kept, former)).toMatchObject({
      kept: {
        _id: kept,
        name: 'Bea Bloom',
        appointments: 1,
        upcoming: 1,
        payments: 0,
        phones: ['646 555 0100', '212 555 0142'].toSorted(),
      },
      former: { _id: former, name: 'Beatrix Bloom', appointments: 1, payments: 1, phones: ['212 555 0142'] },
      overlaps: [{ first: `Teeth Cleaning, ${date}, ${eight}`, second: `Teeth Cleaning, ${date}, ${nine}` }],
    })
    const response = await merge(kept, former, { name: 'Beatrix Bloom', language: 'de' })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        success: true,
        overlaps: [{ first: `Teeth Cleaning, ${date}, ${eight}`, second: `Teeth Cleaning, ${date}, ${nine}` }],
      },
    ])
    const record = await read(former)
    expect(record).toMatchObject({
      _id: kept,
      fields: {
        ...{ name: 'Beatrix Bloom', birthDate: '1980-01-01', email: 'bea@example.org', language: 'de' },
        ...{ contact: 'email', notes: 'Likes tea\nLikes coffee' },
      },
      accounts: [{ email: mother.email, relation: 'child' }],
    })
    expect(record.fields.phones.toSorted()).toEqual(['212 555 0142', '646 555 0100'])
    expect(record.appointments.map(({ _id }) => _id).toSorted()).toEqual([first._id, second._id].toSorted())
    expect(record.accesses.map(({ action }) => action)).toContain('merge-patients')
    expect(await db().$count(paymentIntent, eq(paymentIntent.patientId, kept))).toBe(1)
    const [entry] = await db().select().from(audit).where(eq(audit.action, 'merge-patients'))
    expect(entry).toMatchObject({ target: 'the records of Beatrix Bloom and Bea Bloom', personIds: [kept, former] })
  })

  it('keeps appointments at one time, and names them', async () => {
    const [kept, former] = [await add(), await add()]
    await bookFor(kept, eight, desk.ida)
    await bookFor(former, eight, desk.oskar)
    const overlap = { first: `Teeth Cleaning, ${date}, ${eight}`, second: `Teeth Cleaning, ${date}, ${eight}` }
    expect((await preview(kept, former)).overlaps).toEqual([overlap])
    expect((await merge(kept, former)).json().overlaps).toEqual([overlap])
    expect(await bookingsOf(kept)).toHaveLength(2)
  })

  it('keeps the email of an own account', async () => {
    const ann = await desk.server.person({ name: 'Ann' })
    const kept = await add({ email: 'other@example.org' })
    const wrong = await merge(kept, ann.patientId)
    expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'value-changed'])
    expect((await merge(kept, ann.patientId, { email: ann.email })).statusCode).toBe(200)
    expect((await read(ann.patientId)).fields.email).toBe(ann.email)
    const [own] = await db().select().from(patientUser).where(eq(patientUser.userId, ann.userId))
    expect(own).toMatchObject({ patientId: kept, relation: 'self' })
  })

  it('is refused with a value that was changed meanwhile, of one record, of unknown and of erased ones', async () => {
    const [kept, former] = [await add({ name: 'Bea' }), await add({ name: 'Bee' })]
    const values = { name: 'Bea', birthDate: '', email: '', language: '', contact: 'email' }
    await db().update(patient).set({ name: 'Beate' }).where(eq(patient.id, kept))
    const codeOf = async (id: string, other: string) => (await post(id, { former: other, values })).json().code
    expect(await codeOf(kept, former)).toBe('value-changed')
    expect(await codeOf(kept, kept)).toBe('same-record')
    expect(await codeOf(kept, 'nobody')).toBe('unknown-patient')
    await db().update(patient).set({ erasedAt: new Date() }).where(eq(patient.id, former))
    expect(await codeOf(kept, former)).toBe('erased')
    expect((await get(`${kept}/merge?former=${former}`)).statusCode).toBe(409)
    expect((await rowOf(former))?.mergedInto).toBeNull()
  })
})
