import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MergePreview, MergeRequest } from '#contract/patient/merge.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientJoin, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { payment, paymentIntent } from '#server/database/schema/payment.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
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

/** Notes a payment by card. */
async function pay(bookingId: string, patientId: string) {
  const intentId = randomUUID()
  await db()
    .insert(paymentIntent)
    .values({ id: intentId, bookingId, patientId, amount: 5800, currency: 'usd', state: 'settled' })
  await db().insert(payment).values({ id: randomUUID(), bookingId, method: 'card-online', amount: 5800, intentId })
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
    await pay(second._id, former)
    await db().insert(payment).values({ id: randomUUID(), bookingId: second._id, method: 'cash', amount: 100 })

    expect(await preview(kept, former)).toMatchObject({
      kept: {
        _id: kept,
        name: 'Bea Bloom',
        appointments: 1,
        upcoming: 1,
        payments: 0,
        phones: ['646 555 0100', '212 555 0142'].toSorted(),
      },
      former: { _id: former, name: 'Beatrix Bloom', appointments: 1, payments: 2, phones: ['212 555 0142'] },
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

  it('is refused for two birth dates, and for two accounts, in the preview too', async () => {
    const [kept, former] = [await add({ birthDate: '1980-01-01' }), await add({ birthDate: '1980-01-02' })]
    expect((await merge(kept, former)).json().code).toBe('other-birth-date')
    expect((await get(`${kept}/merge?former=${former}`)).json().code).toBe('other-birth-date')
    const [ann, eve] = [await desk.server.person({ name: 'Ann' }), await desk.server.person({ name: 'Ann' })]
    const refused = await merge(ann.patientId, eve.patientId)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'two-accounts'])
    expect((await get(`${ann.patientId}/merge?former=${eve.patientId}`)).json().code).toBe('two-accounts')
  })

  it('leaves whoever wanted to hear nothing in one record in peace, and nobody waiting for what is booked', async () => {
    const [kept, former] = [await add(), await add({ contact: 'none' })]
    expect((await merge(kept, former, { contact: 'email' })).json().code).toBe('value-changed')
    await bookFor(kept)
    const treatmentId = (await bookingsOf(kept))[0]?.treatmentId ?? ''
    const wish = { weekdays: [1, 2, 3, 4, 5], fromMinutes: 0, untilMinutes: 1440, lastDay: '2026-12-31' as const }
    const id = randomUUID()
    await db()
      .insert(waitingEntry)
      .values({ id, patientId: former, treatmentId, ...wish })
    const [startsAt, endsAt] = [sql`now() + interval '1 day'`, sql`now() + interval '25 hours'`]
    const busy = sql`tstzrange(now() + interval '1 day', now() + interval '25 hours')`
    await db().update(booking).set({ startsAt, endsAt, busy }).where(eq(booking.patientId, kept))
    expect((await merge(kept, former, { contact: 'none' })).statusCode).toBe(200)
    expect((await rowOf(kept))?.contact).toBe('none')
    const [entry] = await db().select().from(waitingEntry).where(eq(waitingEntry.id, id))
    expect(entry).toMatchObject({ patientId: kept, endReason: 'booked' })
  })
})

describe('the undo of a merge', () => {
  const undo = (kept: string, joinId: string) =>
    desk.server.app.inject({
      ...{ method: 'POST', url: `/desk/patients/${kept}/joins/${joinId}/undo` },
      headers: desk.staff.admin.bearer,
    })

  it('gives both records what they had, but for what was changed since', async () => {
    const kept = await add({ name: 'Bea', email: 'bea@example.org', notes: 'Likes tea' })
    const former = await add({ name: 'Beatrix', birthDate: '1980-01-01', notes: 'Likes coffee', language: 'de' })
    const mother = await desk.server.person({ name: 'Mother' })
    await db().insert(patientUser).values({ userId: mother.userId, patientId: former, relation: 'child' })
    await bookFor(kept, eight, desk.ida)
    const second = (await bookFor(former, eight, desk.oskar)).json().booking
    await pay(second._id, former)
    const before = [await rowOf(kept), await rowOf(former)]
    await merge(kept, former, { name: 'Beatrix', birthDate: '1980-01-01', language: 'de' })
    await db().update(patient).set({ language: 'fr' }).where(eq(patient.id, kept))
    const [join] = (await read(kept)).joins
    expect(join).toMatchObject({ name: 'Beatrix', way: 'desk', madeBy: desk.staff.admin.email })
    expect((await undo(kept, join?._id ?? '')).statusCode).toBe(200)
    expect([await rowOf(kept), await rowOf(former)]).toEqual([{ ...before[0], language: 'fr' }, before[1]])
    expect((await bookingsOf(kept)).map(({ overridden }) => overridden)).toEqual([false])
    expect((await bookingsOf(former)).map(({ id, overridden }) => [id, overridden])).toEqual([[second._id, false]])
    expect((await read(former)).fields.phones).toEqual(['212 555 0142'])
    expect((await read(former)).accounts).toMatchObject([{ email: mother.email, relation: 'child' }])
    expect((await read(kept)).accounts).toEqual([])
    expect(await db().$count(paymentIntent, eq(paymentIntent.patientId, former))).toBe(1)
    expect((await undo(kept, join?._id ?? '')).json().code).toBe('unknown-join')
  })

  it('gives nobody back who stopped acting meanwhile, and each account its own record', async () => {
    const [kept, former, ann] = [await add(), await add(), await desk.server.person({ name: 'Ann' })]
    const ties = { userId: ann.userId, relation: 'child' } as const
    await db()
      .insert(patientUser)
      .values({ ...ties, patientId: former })
    await merge(kept, former)
    await db().delete(patientUser).where(eq(patientUser.patientId, kept))
    await undo(kept, (await read(kept)).joins[0]?._id ?? '')
    expect((await read(former)).accounts).toEqual([])
    // Her own record becomes part of one for which she acts.
    await db()
      .insert(patientUser)
      .values({ ...ties, patientId: kept })
    await merge(kept, ann.patientId, { email: ann.email })
    await undo(kept, (await read(kept)).joins[0]?._id ?? '')
    expect((await read(ann.patientId)).accounts).toMatchObject([{ email: ann.email, relation: 'self' }])
    expect((await read(kept)).accounts).toMatchObject([{ email: ann.email, relation: 'child' }])
  })

  it('is refused once something new refers to the record, and after 30 days', async () => {
    const [kept, former] = [await add(), await add()]
    await merge(kept, former)
    const [join] = (await read(kept)).joins
    await bookFor(kept)
    expect((await undo(kept, join?._id ?? '')).json().code).toBe('in-use')
    await db()
      .update(patientJoin)
      .set({ madeAt: new Date('2020-01-01') })
    expect((await undo(kept, join?._id ?? '')).json().code).toBe('too-late')
    expect((await read(kept)).joins[0]?.undoUntil).toBeUndefined()
  })
})
