import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { selectRows } from '#server/database/rows.ts'
import { audit } from '#server/database/schema/audit.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { erasePatient } from '#server/patient/personal-store.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { linkKeyOf } from '#server/testing/ties.ts'
import { openStopTokens } from './stop-token.ts'
import { openRecallTokens } from './token.ts'

let server: TestApp
let ann: Person
let token: string
type Person = Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp({ env: { PUBLIC_URL: 'http://localhost' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  ann = await server.person()
  token = await tokenFor(ann)
})

/** Returns the token of the link in an invitation. No recall is left of it: it ended long ago. */
async function tokenFor({ patientId, email }: Person) {
  const key = await linkKeyOf(server.database, { patientId, email })
  const [row] = await selectRows<{ hash: string }>(server.database.db, sql`select link_hash(${email}) as hash`)
  return openStopTokens(server.secret).issue({ patientId, key, addressHash: row?.hash ?? '' })
}

const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload })
const read = async (by = token) => (await post('/recall-stop', { token: by })).json()
const change = async (stopped: boolean, by = token) =>
  (await post('/recall-stop/change', { token: by, stopped })).json()
const entries = (action: 'stop-recalls' | 'start-recalls') =>
  server.database.db.select().from(audit).where(eq(audit.action, action)).orderBy(desc(audit.id))
const stoppedAt = async ({ patientId } = ann) => {
  const [found] = await server.database.db.select().from(patient).where(eq(patient.id, patientId))
  return found?.recallsStoppedAt
}
/** Sends what an email app does on a press (RFC 8058, 3.1). */
const oneClick = (by: string, form: 'urlencoded' | 'multipart' = 'urlencoded') => {
  const types = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data; boundary=b' }
  const bodies = {
    urlencoded: 'List-Unsubscribe=One-Click',
    multipart: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  }
  const headers = { 'content-type': types[form] }
  return server.app.inject({ method: 'POST', url: `/unsubscribe/${by}`, headers, payload: bodies[form] })
}

describe('the link that stops invitations', () => {
  it('stops them and starts them again, however often, without a session', async () => {
    expect(await read()).toEqual({ state: 'invited' })
    expect(await change(true)).toEqual({ state: 'stopped' })
    const since = await stoppedAt()
    expect(await change(true)).toEqual({ state: 'stopped' })
    expect([since, await stoppedAt()]).toEqual([expect.any(Date), since])
    expect(await change(false)).toEqual({ state: 'invited' })
    expect(await stoppedAt()).toBeNull()
  })

  it('records each change once, as made by the link', async () => {
    const [stops, starts] = [await entries('stop-recalls'), await entries('start-recalls')]
    for (const stopped of [true, true, false, false]) await change(stopped)
    expect([(await entries('stop-recalls')).length, (await entries('start-recalls')).length]).toEqual([
      stops.length + 1,
      starts.length + 1,
    ])
    expect((await entries('stop-recalls'))[0]).toMatchObject({ actor: 'Link in an email', personIds: [ann.patientId] })
  })

  it.each(['urlencoded', 'multipart'] as const)('stops by one click of an email app, sent as %s', async (form) => {
    const answer = await oneClick(token, form)
    expect([answer.statusCode, answer.body]).toEqual([200, 'These emails are stopped.'])
    expect(await read()).toEqual({ state: 'stopped' })
    expect((await oneClick(token, form)).statusCode).toBe(200)
  })

  it('changes nothing when it is opened: its address leads to the page', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await server.app.inject({ method, url: `/unsubscribe/${token}` })
      expect([answer.statusCode, answer.headers.location]).toEqual([302, `/recall#stop.${token}`])
    }
    expect(await stoppedAt()).toBeNull()
  })

  it('leads from a merged record to the one that has its data', async () => {
    const { db } = server.database
    const kept = await server.person()
    await db.update(patientUser).set({ relation: 'other' }).where(eq(patientUser.patientId, ann.patientId))
    await selectRows(db, sql`select merge_patient(${ann.patientId}, ${kept.patientId})`)
    expect((await oneClick(token)).statusCode).toBe(200)
    expect(await stoppedAt(kept)).toEqual(expect.any(Date))
    expect(await change(false)).toMatchObject({ state: 'invited' })
  })

  it('says so, and changes nothing, once the patient’s data are erased', async () => {
    const { db } = server.database
    await db.transaction((tx) => erasePatient(tx, ann.patientId, { name: 'Erased' }))
    expect(await read()).toEqual({ state: 'ended' })
    for (const stopped of [true, false]) expect(await change(stopped)).toEqual({ state: 'ended' })
    expect((await oneClick(token)).statusCode).toBe(200)
  })

  it('changes nothing for whoever no longer acts for the patient', async () => {
    const { db } = server.database
    const next = await server.person()
    await db.delete(patientUser).where(eq(patientUser.patientId, ann.patientId))
    await db.update(patient).set({ email: null }).where(eq(patient.id, ann.patientId))
    await db.insert(patientUser).values({ userId: next.userId, patientId: ann.patientId, relation: 'other' })
    expect(await change(true)).toEqual({ state: 'ended' })
    expect(await stoppedAt()).toBeNull()
  })

  it('works again for whoever acts for the patient anew, because the emails go there', async () => {
    const { db } = server.database
    const [tie] = await db.delete(patientUser).where(eq(patientUser.patientId, ann.patientId)).returning()
    if (!tie) throw new Error('no tie')
    await db.insert(patientUser).values({ ...tie, id: randomUUID() })
    expect(await change(true)).toEqual({ state: 'stopped' })
  })

  it('stops the emails to an account whose address has changed since', async () => {
    await server.database.db
      .update(user)
      .set({ email: `${randomUUID()}@example.org` })
      .where(eq(user.id, ann.userId))
    expect(await change(true)).toEqual({ state: 'stopped' })
  })

  it.each([
    ['empty', () => ''],
    ['cut', () => token.slice(0, -3)],
    ['forged', () => `x${token}`],
    ['of another server', () => openStopTokens('another secret').issue({ patientId: 'x', key: '', addressHash: '' })],
    [
      'that of the invitation',
      () => openRecallTokens(server.secret).issue({ id: randomUUID(), patientId: ann.patientId, key: '' }),
    ],
  ])('is not valid when its token is %s', async (_what, made) => {
    for (const url of ['/recall-stop', '/recall-stop/change']) {
      const answer = await post(url, { token: made(), stopped: true })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'invalid-link'])
    }
    expect((await oneClick(made())).statusCode).toBe(404)
    expect(await stoppedAt()).toBeNull()
  })

  it('opens nothing else: an invitation needs its own token', async () => {
    for (const url of ['/recall-link', '/recall-link/stop', '/appointment-link']) {
      const answer = await post(url, { token, stopped: true })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'invalid-link'])
    }
  })
})
