import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MergePreview, MergeRequest } from '#contract/patient/merge.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
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
const _preview = async (kept: string, former: string): Promise<MergePreview> =>
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

describe('at the same time', () => {
  const rounds = 5

  it('two people who merge one pair, also in opposite directions, merge once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await add(), await add()]
      await bookFor(one, eight, desk.ida)
      await bookFor(other, eight, desk.oskar)
      const pairs =
        round % 2 === 0
          ? [
              [one, other],
              [one, other],
            ]
          : [
              [one, other],
              [other, one],
            ]
      const responses = await Promise.all(pairs.map(([kept = '', former = '']) => merge(kept, former)))
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      const refused = responses.find(({ statusCode }) => statusCode === 409)
      expect(refused?.json()).toMatchObject({
        code: 'merged-already',
        detail:
          'Somebody else has merged one of these records meanwhile. Nothing more was changed; open the patient again.',
      })
      const rows = [await rowOf(one), await rowOf(other)]
      expect(rows.filter((row) => row?.mergedInto !== null)).toHaveLength(1)
      expect(await bookingsOf((await read(one))._id)).toHaveLength(2)
      await desk.reset()
    }
  })

  it('merges in a chain leave one record', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [a, b, c] = [await add(), await add(), await add()]
      await Promise.all([merge(b, a), merge(c, b)])
      const ids = new Set([(await read(a))._id, (await read(b))._id])
      // Either both took place, or the merge into a record that was gone did not.
      expect([...ids]).toEqual(ids.size === 1 ? [c] : [a, c])
    }
  })

  it('a merge and bookings of both, by staff and by the patient, leave each appointment with the one record', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ann = await desk.server.person({ name: 'Ann' })
      const kept = await add({ name: 'Ann', email: ann.email })
      const [merged, own, byStaff] = await Promise.all([
        merge(kept, ann.patientId, { email: ann.email }),
        desk.staff.book({ treatment: 'Teeth Cleaning', date, slot: eight }, Promise.resolve(ann)),
        bookFor(kept, nine),
      ])
      expect([merged.statusCode, merged.body]).toEqual([200, expect.any(String)])
      const made = [own, byStaff].filter(({ statusCode }) => statusCode === 201)
      for (const { statusCode } of [own, byStaff]) expect([201, 400, 409]).toContain(statusCode)
      expect(made.length).toBeGreaterThan(0)
      expect(await bookingsOf(kept)).toHaveLength(made.length)
      expect(await bookingsOf(ann.patientId)).toEqual([])
      await desk.reset()
    }
  })

  it('a merge and an erasure of the account leave one of both', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ann = await desk.server.person({ name: 'Ann' })
      const kept = await add({ name: 'Ann Old', email: ann.email, notes: 'secret' })
      const [merged, erased] = await Promise.all([
        merge(kept, ann.patientId, { email: ann.email }),
        desk.server.app.inject({
          method: 'POST',
          url: `/user/erasure/${ann.email}`,
          ...{ headers: desk.staff.admin.bearer, payload: {} },
        }),
      ])
      expect([200, 404, 409]).toContain(merged.statusCode)
      expect(erased.statusCode).toBe(204)
      expect(await db().$count(user, eq(user.id, ann.userId))).toBe(0)
      const row = await rowOf(kept)
      // Merged first: all of it was erased. Erased first: the other record is as it was.
      if (merged.statusCode === 200) expect(row).toMatchObject({ name: 'Erased account', notes: '', email: null })
      else expect(row).toMatchObject({ name: 'Ann Old', notes: 'secret', mergedInto: null, erasedAt: null })
    }
  })

  it('a merge and an erasure of a patient without an account leave one of both', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [kept, former] = [
        await add({ name: 'Kept', notes: 'secret' }),
        await add({ name: 'Former', notes: 'secret' }),
      ]
      const [merged, erased] = await Promise.all([
        merge(kept, former),
        desk.server.app.inject({
          method: 'POST',
          url: `/desk/patients/${round % 2 === 0 ? kept : former}/erasure`,
          ...{ headers: desk.staff.admin.bearer, payload: {} },
        }),
      ])
      expect(erased.statusCode).toBe(204)
      const notes = [await rowOf(kept), await rowOf(former)].map((row) => row?.notes)
      if (merged.statusCode === 200) expect((await rowOf(kept))?.notes).toBe('')
      else {
        expect([merged.statusCode, merged.json().code]).toEqual([409, 'erased'])
        expect(notes.toSorted()).toEqual(['', 'secret'])
      }
    }
  })
})
