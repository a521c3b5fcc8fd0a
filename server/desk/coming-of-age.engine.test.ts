import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Relation } from '#contract/patient/patient.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
let desk: Awaited<ReturnType<TestApp['person']>>
// Noon in New York.
let now = new Date('2026-05-15T16:00:00Z')
beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  desk = await server.person({ role: 'receptionist' })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-05-15T16:00:00Z')
  await db().delete(patientUser).where(eq(patientUser.relation, 'child'))
})

const db = () => server.database.db
const list = async () =>
  (await server.app.inject({ url: '/desk/coming-of-age', headers: desk.bearer })).json() as { _id: string }[]
const ids = async () => (await list()).map(({ _id }) => _id)

const atNoon = (day: string) => {
  now = new Date(`${day}T16:00:00Z`)
}

/** Adds a patient for whom an account of this name acts, since they were six. */
async function addChild(birthDate: IsoDate, { name = 'Ann Able', relation = 'child' as Relation } = {}) {
  const guardian = await server.person({ name })
  const id = randomUUID()
  await db()
    .insert(patient)
    .values({ id, name: `Mia ${id}`, birthDate })
  const createdAt = new Date(`${Number(birthDate.slice(0, 4)) + 6}-01-01T12:00:00Z`)
  await db().insert(patientUser).values({ userId: guardian.userId, patientId: id, relation, createdAt })
  return { id, guardian }
}

describe('a patient who comes of age', () => {
  it.each([
    ['a month before', '2026-05-15', true],
    ['32 days before', '2026-05-14', false],
    ['on the day', '2026-06-15', true],
    ['31 days later', '2026-07-16', true],
    ['32 days later', '2026-07-17', false],
  ])('is listed %s: %s %s', async (_when, day, isListed) => {
    const { id } = await addChild('2008-06-15')
    atNoon(day)
    expect((await ids()).includes(id)).toBe(isListed)
  })

  it('is listed by the clinic’s day', async () => {
    const { id } = await addChild('2008-06-15')
    // Still May 14 in New York, and May 15 in UTC.
    now = new Date('2026-05-15T03:00:00Z')
    expect(await ids()).not.toContain(id)
    now = new Date('2026-05-15T04:30:00Z')
    expect(await ids()).toContain(id)
  })

  it('is listed with the owners of the accounts, the longest acting first', async () => {
    const { id } = await addChild('2008-06-01')
    const father = await server.person({ name: 'Bob Able' })
    await db()
      .insert(patientUser)
      .values({
        ...{ userId: father.userId, patientId: id, relation: 'child', createdAt: new Date('2020-01-01T12:00:00Z') },
      })
    expect(await list()).toEqual([
      {
        _id: id,
        name: `Mia ${id}`,
        birthDate: '2008-06-01',
        adultOn: '2026-06-01',
        guardians: ['Ann Able', 'Bob Able'],
      },
    ])
  })

  it('is not listed once they agreed, have died, or only an account acts that was added since', async () => {
    const [agreed, died, later, listed] = [
      await addChild('2008-05-10'),
      await addChild('2008-05-10'),
      await addChild('2008-05-10'),
      await addChild('2008-05-10'),
    ]
    const tieOf = ({ id, guardian }: typeof agreed) =>
      and(eq(patientUser.patientId, id), eq(patientUser.userId, guardian.userId))
    await db().update(patientUser).set({ agreedAt: now }).where(tieOf(agreed))
    await db().update(patient).set({ diedAt: now }).where(eq(patient.id, died.id))
    await db().update(patientUser).set({ createdAt: now }).where(tieOf(later))
    expect(await ids()).toEqual([listed.id])
  })

  it('is listed by the clinic’s age, and without guardians not at all', async () => {
    const { id } = await addChild('2012-06-01')
    const alone = randomUUID()
    await db().insert(patient).values({ id: alone, name: 'Max', birthDate: '2008-06-01' })
    expect(await ids()).toEqual([])
    await db().update(clinic).set({ adultAge: 14 })
    expect(await ids()).toEqual([id])
    await db().update(clinic).set({ adultAge: 18 })
  })
})

it('patients and accountants learn nothing of it', async () => {
  const [stranger, accountant] = [await server.person(), await server.person({ role: 'accountant' })]
  for (const { bearer } of [stranger, accountant])
    expect((await server.app.inject({ url: '/desk/coming-of-age', headers: bearer })).statusCode).toBe(403)
})
