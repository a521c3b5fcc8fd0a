import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PatientRecord } from '#contract/patient/record.ts'
import { audit } from '#server/database/schema/audit.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientPhone } from '#server/database/schema/patient.ts'
import { openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

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

describe('a change of a record', () => {
  it('stores each field, with an entry for each', async () => {
    const id = await addPatient({ name: 'Cara Cole', phones: ['212 555 0142'], contact: 'phone' })
    const seen = (await read(id)).fields
    const change = {
      ...{ name: 'Cara Kohl', birthDate: '2014-05-03', phones: ['+1 646 555 0100', '212-555-0142'] },
      ...{ email: 'CARA@example.org', language: 'de', contact: 'email', notes: 'Afraid of needles\nBring time' },
    }
    const response = await send('PATCH', `/${id}`, { seen, change })
    expect(response.json()).toEqual({ success: true, newEmail: 'link-sent' })
    const { fields, emailConfirmed } = await read(id)
    expect([{ ...fields, phones: fields.phones.toSorted() }, emailConfirmed]).toEqual([
      { ...seen, ...change, email: 'cara@example.org' },
      false,
    ])
    const trail = await trailOf(id)
    for (const field of ['name', 'birth date', 'phone numbers', 'email', 'language', 'preferred contact', 'notes'])
      expect(trail).toContain(`change-patient: the ${field} of Cara Kohl`)
    const sent = await db().select().from(mail).where(eq(mail.recipient, 'cara@example.org'))
    expect(sent).toMatchObject([{ kind: 'claim-account' }])
  })

  it('sends no link to a new email of one who wants no emails', async () => {
    const email = `${randomUUID()}@example.org`
    const id = await addPatient({ contact: 'none' })
    const response = await send('PATCH', `/${id}`, { seen: (await read(id)).fields, change: { email } })
    expect(response.json()).toEqual({ success: true })
    expect(await db().$count(mail, eq(mail.recipient, email))).toBe(0)
  })

  it('removes phone numbers and empties fields', async () => {
    const id = await addPatient({
      phones: ['212 555 0142'],
      email: `${randomUUID()}@example.org`,
      birthDate: '1990-01-01',
    })
    const { fields: seen } = await read(id)
    const response = await send('PATCH', `/${id}`, { seen, change: { phones: [], email: '', birthDate: '' } })
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    expect((await read(id)).fields).toMatchObject({ phones: [], email: '', birthDate: '' })
    expect(await db().$count(patientPhone, eq(patientPhone.patientId, id))).toBe(0)
  })

  it('of a field that somebody else has changed meanwhile is refused; of another one it is not', async () => {
    const id = await addPatient({ name: 'Dan Dale', notes: 'old' })
    const { fields: seen } = await read(id)
    const save = (change: object) => send('PATCH', `/${id}`, { seen, change })
    expect((await save({ name: 'Dan Dahl' })).statusCode).toBe(200)
    const stale = await save({ name: 'Daniel Dale', notes: 'new' })
    const sentence = 'Somebody else has changed the name meanwhile, to “Dan Dahl”. Nothing was saved'
    expect([stale.statusCode, stale.json().errors]).toEqual([409, { 'change.name': sentence }])
    expect((await read(id)).fields).toMatchObject({ name: 'Dan Dahl', notes: 'old' })
    expect((await save({ notes: 'new' })).statusCode).toBe(200)
  })

  it('by ten people at once happens once', async () => {
    const id = await addPatient({ notes: '' })
    const seen = { notes: '' }
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send('PATCH', `/${id}`, { seen, change: { notes: `note ${n}` } })),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  it('of the email of a patient with an account is refused', async () => {
    const ann = await desk.server.person({ name: 'Ann Able' })
    const { fields: seen } = await read(ann.patientId)
    const response = await send('PATCH', `/${ann.patientId}`, { seen, change: { email: 'other@example.org' } })
    const sentence = 'Ann Able has an account. Only its owner can change its email'
    expect([response.statusCode, response.json().errors]).toEqual([409, { 'change.email': sentence }])
  })

  it('to the email of an account says so and sends nothing', async () => {
    const ann = await desk.server.person()
    const id = await addPatient()
    const response = await send('PATCH', `/${id}`, { seen: { email: '' }, change: { email: ann.email } })
    expect(response.json()).toEqual({ success: true, newEmail: 'has-account' })
    expect(await db().$count(mail, eq(mail.recipient, ann.email))).toBe(0)
  })

  it.each([
    ['change.name', { name: ' ' }],
    ['change.birthDate', { birthDate: '2014-02-30' }],
    ['change.birthDate', { birthDate: '2999-01-01' }],
    ['change.phones.0', { phones: ['none'] }],
    ['change.email', { email: 'ann@' }],
    ['change.language', { language: 'german!' }],
    ['change.contact', { contact: 'pigeon' }],
    ['change.notes', { notes: '\u0000' }],
  ])('is refused with a wrong %s', async (field, change) => {
    const response = await send('PATCH', `/${await addPatient()}`, { seen: {}, change })
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, [field]])
  })
})
