import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkIn, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { setConfirmed } from '#server/testing/password-calls.ts'

const eight = '08.00 AM - 08.30 AM'
let server: TestApp
let day = 0
type Account = Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp({ clock: () => new Date('2026-05-01T12:00:00Z') })
})
afterAll(() => server.close())

/** Sends a call of an account. */
const send = (account: Account, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/account/patients${path}`,
    headers: account.bearer,
    ...(payload && { payload }),
  })
const persons = async (account: Account): Promise<AccountPatient[]> => (await send(account, 'GET', '')).json()
const child = async (account: Account, name = 'Mia Maier'): Promise<AccountPatient> =>
  (await send(account, 'POST', '', { name, birthDate: '2016-05-03', relation: 'child' })).json()

/** Books on a day of its own, or on `date`. */
async function book(
  account: Account,
  { patientId, ...more }: { patientId?: string; date?: string; treatment?: string },
) {
  day += 1
  const { date = `May ${3 + day}, 2026`, treatment = 'Teeth Cleaning' } = more
  const all = (await server.app.inject('/service')).json()
  const found = all.find(({ name }: { name: string }) => name === treatment)
  const wish = {
    treatmentId: found._id,
    price: found.price,
    date,
    slot: eight,
    patient: account.email,
    phone: '212 555 0101',
  }
  const payload = { ...wish, ...(patientId !== undefined && { patientId }) }
  return server.app.inject({ method: 'POST', url: '/booking', headers: account.bearer, payload })
}

describe('an account', () => {
  it('acts for its own patient, and for those whom it adds', async () => {
    const ann = await server.person({ name: 'Ann Maier' })
    expect(await persons(ann)).toEqual([
      expect.objectContaining({ _id: ann.patientId, name: 'Ann Maier', relation: 'self', isEditable: true }),
    ])
    const mia = await child(ann)
    expect(mia).toMatchObject({ name: 'Mia Maier', relation: 'child', birthDate: '2016-05-03', isEditable: true })
    expect((await persons(ann)).map(({ name }) => name)).toEqual(['Ann Maier', 'Mia Maier'])
  })

  it('acts for twenty people at most, also when they are added at once', async () => {
    const ann = await server.person()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => send(ann, 'POST', '', { name: `Kid ${n}`, relation: 'child' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(19)
    expect(answers.find(({ statusCode }) => statusCode !== 201)?.json().code).toBe('too-many-persons')
  })

  it('names the field that is wrong, and changes nothing', async () => {
    const ann = await server.person()
    const wrong = [
      [{ name: '', relation: 'child' }, 'name'],
      [{ name: 'Mia', relation: 'self' }, 'relation'],
      [{ name: 'Mia', relation: 'child', birthDate: '2016-02-30' }, 'birthDate'],
      [{ name: 'Mia', relation: 'child', birthDate: '2999-01-01' }, 'birthDate'],
    ] as const
    for (const [payload, field] of wrong) {
      const answer = await send(ann, 'POST', '', payload)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
    }
    expect(await persons(ann)).toHaveLength(1)
  })
})

describe('an appointment', () => {
  it('of two children can be at one time, and each is named', async () => {
    const ann = await server.person({ name: 'Ann Maier' })
    const [mia, tom] = [await child(ann), await child(ann, 'Tom Maier')]
    const date = 'May 20, 2026'
    const made = await Promise.all([
      book(ann, { patientId: mia._id, date, treatment: 'Teeth Cleaning' }),
      book(ann, { patientId: tom._id, date, treatment: 'Oral Surgery' }),
    ])
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const clash = await book(ann, { patientId: mia._id, date, treatment: 'Cavity Protection' })
    expect([clash.statusCode, clash.json().booking.patientName]).toEqual([409, 'Mia Maier'])
    const list = await server.app.inject({ url: `/booking?patient=${ann.email}`, headers: ann.bearer })
    const seen = list.json().map(({ patientName, patient }: Record<string, string>) => [patientName, patient])
    expect(seen.toSorted()).toEqual([
      ['Mia Maier', ann.email],
      ['Tom Maier', ann.email],
    ])
  })

  it('is not booked for somebody for whom the account may not act, or no longer', async () => {
    const [ann, eve] = [await server.person(), await server.person()]
    const mia = await child(ann)
    const foreign = await book(eve, { patientId: mia._id })
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'unknown-patient'])
    expect((await book(ann, { patientId: mia._id })).statusCode).toBe(201)
    expect((await send(ann, 'DELETE', `/${mia._id}`)).statusCode).toBe(204)
    expect((await book(ann, { patientId: mia._id })).statusCode).toBe(404)
    expect(await server.database.db.$count(booking, eq(booking.patientId, mia._id))).toBe(1)
  })

  it('counts for the limit of the account, whoever it is for', async () => {
    const ann = await server.person()
    const kids = [await child(ann), await child(ann, 'Tom'), await child(ann, 'Kim')]
    await server.database.db.execute('update clinic_policy set max_upcoming = 2')
    const answers = []
    for (const kid of kids) answers.push(await book(ann, { patientId: kid._id }))
    await server.database.db.execute('update clinic_policy set max_upcoming = 20')
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 400])
  })
})

describe('a person', () => {
  it('is changed by the account, and the account has the name of its own patient', async () => {
    const ann = await server.person({ name: 'Ann' })
    const phones = ['+1 212 555 0100', '0800 555 0102']
    const changed = await send(ann, 'PATCH', `/${ann.patientId}`, {
      ...{ name: 'Anna', birthDate: '1980-01-31', language: 'de', contact: 'phone', phones },
    })
    expect(changed.json()).toMatchObject({ name: 'Anna', birthDate: '1980-01-31', language: 'de', contact: 'phone' })
    expect(changed.json().phones.toSorted()).toEqual(phones)
    expect((await book(ann, {})).json().booking.patientName).toBe('Anna')
    await send(ann, 'PATCH', `/${ann.patientId}`, { phones: ['0800 555 0101'] })
    // The number of the appointment is one of theirs, too.
    expect((await persons(ann))[0]?.phones.toSorted()).toEqual(['0800 555 0101'])
  })

  it('of another account is neither read, changed, left nor shared', async () => {
    const [ann, eve] = [await server.person(), await server.person()]
    const mia = await child(ann)
    const answers = await Promise.all([
      send(eve, 'PATCH', `/${mia._id}`, { name: 'Eve' }),
      send(eve, 'DELETE', `/${mia._id}`),
      send(eve, 'POST', `/${mia._id}/share`, { email: 'eve@example.org', relation: 'child' }),
      send(eve, 'DELETE', `/${mia._id}/accounts/${ann.userId}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect((await persons(ann))[1]).toEqual(mia)
  })

  it('whom nobody knows any more is deleted, unless the clinic has treated them', async () => {
    const ann = await server.person()
    const [mia, tom] = [await child(ann), await child(ann, 'Tom')]
    await book(ann, { patientId: tom._id })
    for (const { _id } of [mia, tom]) await send(ann, 'DELETE', `/${_id}`)
    const left = await server.database.db.select().from(patient)
    expect(left.map(({ id }) => id)).toContain(tom._id)
    expect(left.map(({ id }) => id)).not.toContain(mia._id)
    expect((await send(ann, 'DELETE', `/${ann.patientId}`)).json().code).toBe('own-person')
  })
})

describe('a shared person', () => {
  /** Shares a person and returns the token of the email. */
  async function share(from: Account, id: string, to: Account, relation: string) {
    const answer = await send(from, 'POST', `/${id}/share`, { email: to.email, relation })
    expect(answer.statusCode, answer.body).toBe(204)
    return tokenIn(linkIn(await newestMail(server.config.dataDir, to.email)))
  }
  const accept = (account: Account, token: string) => send(account, 'POST', '/accept', { token })

  it('has two parents, each of whom books, sees and leaves', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const mia = await child(ann)
    const token = await share(ann, mia._id, bob, 'child')
    expect((await accept(bob, token)).json()).toMatchObject({ name: 'Mia Maier', relation: 'child' })
    expect((await accept(bob, token)).statusCode).toBe(200)
    expect((await book(bob, { patientId: mia._id })).statusCode).toBe(201)
    const seen = await server.app.inject({ url: `/booking?patient=${ann.email}`, headers: ann.bearer })
    expect(seen.json()).toHaveLength(1)
    expect((await persons(ann))[1]?.others).toMatchObject([
      { userId: bob.userId, email: bob.email, relation: 'child', way: 'accepted' },
    ])
    await send(ann, 'DELETE', `/${mia._id}`)
    expect((await persons(bob)).map(({ _id }) => _id)).toContain(mia._id)
  })

  it('is accepted by nobody else, nor after the sender has left, nor without a confirmed email', async () => {
    const [ann, bob, eve] = [await server.person(), await server.person(), await server.person()]
    const mia = await child(ann)
    const token = await share(ann, mia._id, bob, 'child')
    expect((await accept(eve, token)).json().code).toBe('other-account')
    expect((await accept(bob, `${token}x`)).json().code).toBe('invalid-share')
    await setConfirmed(server.database, ann.email, false)
    expect((await send(ann, 'POST', `/${mia._id}/share`, { email: eve.email, relation: 'child' })).statusCode).toBe(403)
    await send(ann, 'DELETE', `/${mia._id}`)
    expect((await accept(bob, token)).json().code).toBe('share-withdrawn')
    expect(await persons(bob)).toHaveLength(1)
  })

  it('is not accepted after seven days', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    const mia = await child(ann)
    const token = await share(ann, mia._id, bob, 'child')
    const later = await openTestApp({ clock: () => new Date('2026-05-08T12:01:00Z'), database: server.database })
    const answer = await later.app.inject({
      method: 'POST',
      url: '/account/patients/accept',
      headers: bob.bearer,
      payload: { token },
    })
    await later.close()
    expect(answer.json().code).toBe('late-share')
  })
})
