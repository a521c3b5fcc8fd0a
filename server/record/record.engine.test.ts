import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PatientRecord } from '#contract/patient/record.ts'
import { audit } from '#server/database/schema/audit.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const send = (method: Method, path: string, payload?: object) =>
  desk.server.app.inject({
    ...{ method, url: `/desk/patients${path}`, headers: desk.staff.admin.bearer },
    ...(payload && { payload }),
  })
const read = async (id: string): Promise<PatientRecord> => (await send('GET', `/${id}`)).json()
const db = () => desk.server.database.db
const trailOf = async (id: string) =>
  (await db().select().from(audit).orderBy(audit.id))
    .filter(({ personIds }) => personIds.includes(id))
    .map(({ action, target }) => `${action}: ${target}`)

/** Adds a patient without an account. */
async function addPatient(fields: object = {}, more: object = {}): Promise<string> {
  const payload = { fields: { name: `Bea ${randomUUID()}`, ...fields }, requestId: randomUUID(), ...more }
  const response = await send('POST', '', payload)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()._id
}

describe('a record', () => {
  it('has the person, their appointments, what is owed, no-shows, accounts and what staff looked at', async () => {
    const ann = await desk.server.person({ name: 'Ann Able' })
    const person = Promise.resolve(ann)
    const done = await desk.book({ person })
    const missed = await desk.book({ person, date: 'May 5, 2026' })
    await desk.book({ person, date: 'May 7, 2026' })
    desk.clock.now = new Date('2026-05-06T12:00:00Z')
    await desk.mark(done, 'booked', 'arrived')
    await desk.mark(done, 'arrived', 'done')
    await desk.mark(missed, 'booked', 'no-show')
    const record = await read(ann.patientId)
    expect(record).toMatchObject({
      _id: ann.patientId,
      fields: { name: 'Ann Able', email: ann.email, phones: ['1'], birthDate: '', language: '', contact: 'email' },
      ...{ account: ann.email, emailConfirmed: true, owed: 59, noShows: 1 },
      accounts: [{ email: ann.email, relation: 'self', confirmed: true }],
      appointments: [
        { date: 'May 7, 2026', upcoming: true, owed: false },
        { date: 'May 5, 2026', status: 'no-show', upcoming: false, owed: false },
        { date: 'May 4, 2026', status: 'done', owed: true, price: 59 },
      ],
    })
    const [latest] = (await read(ann.patientId)).accesses
    expect(latest).toMatchObject({ action: 'read-patient', actor: desk.staff.admin.email, target: 'Ann Able' })
  })

  it('that does not exist is a 404', async () => {
    expect((await send('GET', '/nobody')).statusCode).toBe(404)
    expect((await send('PATCH', '/nobody', { seen: {}, change: {} })).statusCode).toBe(404)
  })

  it('that is erased says so, and can’t be changed', async () => {
    const id = await addPatient()
    await db().update(patient).set({ erasedAt: new Date(), name: 'Erased' }).where(eq(patient.id, id))
    expect(await read(id)).toMatchObject({ erasedAt: expect.any(String), duplicates: [] })
    const response = await send('PATCH', `/${id}`, { seen: { name: 'Erased' }, change: { name: 'Bea' } })
    expect([response.statusCode, response.json().code]).toEqual([409, 'erased'])
  })
})

describe('who may act for a patient', () => {
  it('is added and removed by staff, and sees the appointments in between', async () => {
    const mother = await desk.server.person({ name: 'Mia' })
    const id = await addPatient({ name: 'Kim' })
    const sees = async () => {
      const [own] = await db().select().from(user).where(eq(user.id, mother.userId))
      const rows = await db()
        .select()
        .from(patientUser)
        .where(eq(patientUser.userId, own?.id ?? ''))
      return rows.map(({ patientId, relation }) => [patientId, relation]).filter(([patientId]) => patientId === id)
    }
    const add = () =>
      send('POST', `/${id}/accounts`, {
        email: mother.email.toUpperCase(),
        relation: 'child',
        reason: 'She is her mother',
      })
    expect((await add()).statusCode).toBe(200)
    expect(await sees()).toEqual([[id, 'child']])
    expect((await add()).json().code).toBe('acts-already')
    expect((await read(id)).accounts).toMatchObject([{ email: mother.email, relation: 'child' }])
    const remove = () => send('DELETE', `/${id}/accounts/${encodeURIComponent(mother.email)}`)
    expect((await remove()).statusCode).toBe(200)
    expect(await sees()).toEqual([])
    expect((await remove()).json().code).toBe('not-acting')
    expect(await trailOf(id)).toEqual(
      expect.arrayContaining([
        `add-patient-account: ${mother.email} act for Kim (child): She is her mother`,
        `remove-patient-account: ${mother.email} act for Kim`,
      ]),
    )
  })

  it('is not an unknown or unconfirmed account, and no other of a patient with an account', async () => {
    const id = await addPatient()
    const codeOf = async (patientId: string, email: string) =>
      (await send('POST', `/${patientId}/accounts`, { email, relation: 'other', reason: 'They asked' })).json().code
    expect(await codeOf(id, 'nobody@example.org')).toBe('unknown-account')
    const [ann, eve] = [await desk.server.person(), await desk.server.person()]
    await db().update(user).set({ emailVerified: false }).where(eq(user.id, eve.userId))
    expect(await codeOf(id, eve.email)).toBe('unconfirmed')
    const bob = await desk.server.person()
    expect(await codeOf(ann.patientId, bob.email)).toBe('has-own-account')
  })

  it('is not the account of a stranger, either: removed, it gets an empty record, and the patient’s email goes', async () => {
    const stranger = await desk.server.person({ name: 'Ann' })
    await db().update(patient).set({ birthDate: '1980-01-31' }).where(eq(patient.id, stranger.patientId))
    expect((await send('DELETE', `/${stranger.patientId}/accounts/${stranger.email}`)).statusCode).toBe(200)
    expect(await read(stranger.patientId)).toMatchObject({ accounts: [], fields: { email: '' } })
    const [own, ...more] = await db()
      .select({ id: patient.id, birthDate: patient.birthDate })
      .from(patient)
      .where(eq(patient.email, stranger.email))
    expect([own?.birthDate, more]).toEqual([null, []])
    expect(own?.id).not.toBe(stranger.patientId)
  })
})

describe('a new patient who is probably there already', () => {
  const same = async (fields: object) => {
    const response = await send('POST', '', { fields, requestId: randomUUID() })
    return response.json().patients?.map((one: { _id: string; same: string[] }) => [one._id, one.same]) ?? []
  }

  it('is refused with those who have the same email, or name and phone, or name and birth date', async () => {
    const known = {
      name: 'Zoë Müllér',
      phones: ['+1 (646) 555-0188'],
      email: 'zoe@example.org',
      birthDate: '1980-02-03',
    }
    const id = await addPatient(known)
    expect(await same({ name: 'Somebody', email: 'ZOE@example.org' })).toEqual([[id, ['email']]])
    expect(await same({ name: 'zoe muller', phones: ['646 555 0188'] })).toEqual([[id, ['phone']]])
    expect(await same({ name: 'ZOE MÜLLER', birthDate: '1980-02-03' })).toEqual([[id, ['birth-date']]])
    expect(await same({ ...known, name: 'Zoe Muller' })).toEqual([[id, ['email', 'phone', 'birth-date']]])
    expect(await same({ name: 'Zoe Meier', phones: ['646 555 0188'], birthDate: '1980-02-03' })).toEqual([])
    expect(await same({ name: 'Zoe Müller', phones: ['646 555 0189'], birthDate: '1980-02-04' })).toEqual([])
    const again = await addPatient(known, { addAnyway: true })
    expect((await read(id)).duplicates.map(({ _id }) => _id)).toContain(again)
  })

  it('is added once by two desks at the same time, and once by a repeated request', async () => {
    const fields = { name: `Twin ${randomUUID()}`, phones: ['646 555 0190'] }
    const responses = await Promise.all([1, 2].map(() => send('POST', '', { fields, requestId: randomUUID() })))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const payload = { fields: { name: `Once ${randomUUID()}`, phones: ['646 555 0191'] }, requestId: randomUUID() }
    const repeated = await Promise.all([1, 2, 3].map(() => send('POST', '', payload)))
    expect(new Set(repeated.map(({ body }) => body)).size).toBe(1)
    expect(await db().$count(patient, eq(patient.name, payload.fields.name))).toBe(1)
  })
})

describe('an email', () => {
  it('awaits its confirmation while an account has it or a link went there, and not otherwise', async () => {
    const asked = await addPatient({ email: `${randomUUID()}@example.org` })
    expect(await read(asked)).toMatchObject({ emailConfirmed: false, awaitsConfirmation: true })
    const { email } = (await read(asked)).fields
    const weekAgo = new Date(Date.now() - 8 * 86_400_000)
    await db().update(mail).set({ createdAt: weekAgo }).where(eq(mail.recipient, email))
    expect('awaitsConfirmation' in (await read(asked))).toBe(false)
    const search = async () => (await send('GET', `?search=${encodeURIComponent(email)}`)).json()
    expect(await search()).toMatchObject([{ email }])
    expect('emailConfirmed' in (await search())[0]).toBe(false)
    const eve = await desk.server.person()
    await db().update(user).set({ emailVerified: false }).where(eq(user.id, eve.userId))
    expect(await read(eve.patientId)).toMatchObject({ emailConfirmed: false, awaitsConfirmation: true })
    await db().update(user).set({ emailVerified: true }).where(eq(user.id, eve.userId))
    expect('awaitsConfirmation' in (await read(eve.patientId))).toBe(false)
  })
})

describe('the list of patients', () => {
  it('is by last name by default, in pages, and searched', async () => {
    const tag = `Zz${randomUUID().slice(0, 6)}`
    const ordered = [`Zoe ${tag}adams`, `Bob ${tag}Baker Jr.`, `Ann ${tag}Cole`, `Bea ${tag}Cole`, `${tag}dora`]
    for (const name of ordered.toReversed()) await addPatient({ name })
    const names = async (query: string) =>
      (await send('GET', `/list?${query}`)).json().map(({ name }: { name: string }) => name)
    expect(await names(`search=${tag}`)).toEqual(ordered)
    const all: string[] = await names('limit=1000')
    expect(all.filter((name) => name.includes(tag))).toEqual(ordered)
    const pages = await Promise.all([1, 2, 3].map((page) => names(`search=${tag}&limit=2&page=${page}`)))
    expect(pages).toEqual([ordered.slice(0, 2), ordered.slice(2, 4), ordered.slice(4)])
    expect((await names(`search=${tag}&sort=name`))[0]).toBe(ordered[2])
  })

  it('is by name or by age, in pages, and searched', async () => {
    const names = ['Aaqa', 'Aaqb', 'Aaqc'].map((name) => `${name} ${randomUUID()}`)
    for (const name of names.toReversed()) await addPatient({ name })
    const list = async (query: string) => {
      const response = await send('GET', `/list?${query}`)
      return {
        total: Number(response.headers['x-total-count']),
        names: response.json().map(({ name }: { name: string }) => name),
      }
    }
    expect((await list('limit=3&sort=name')).names).toEqual(names)
    expect((await list('limit=2&page=2&sort=name')).names[0]).toBe(names[2])
    expect((await list('limit=1&sort=newest')).names).toEqual([names[0]])
    expect(await list('search=aaqb')).toEqual({ total: 1, names: [names[1]] })
    expect((await list('search=aaq&sort=newest')).names).toEqual(names)
  })
})

it('the desk’s appointments name the record', async () => {
  const id = await desk.book({ slot: nine })
  const appointment = await desk.onDay(id)
  expect((await read(appointment?.patientId ?? '')).appointments).toMatchObject([{ _id: id, slot: nine }])
})
