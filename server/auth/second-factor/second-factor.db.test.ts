import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { codeOf, kept, type SecondFactorCalls, secondFactorCalls } from '#server/auth/testing/second-factor.ts'
import { session } from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { bearerOf, isSignedIn } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'

let server: TestApp
let calls: SecondFactorCalls
beforeAll(async () => {
  server = await openTestApp()
  calls = secondFactorCalls(server)
})
afterAll(() => server.close())

const send: SecondFactorCalls['send'] = (...request) => calls.send(...request)
const withSecondFactor = () => calls.withSecondFactor()
const withPassword: SecondFactorCalls['withPassword'] = (person) => calls.withPassword(person)

describe('setting an authenticator app up', () => {
  // The embedded database has one connection, which the lock would occupy.
  it.runIf(inject('engine').kind === 'postgres')(
    'in two windows at once succeeds in one, and the other says so',
    async () => {
      const { db } = server.database
      const { password, cookie } = await calls.confirmed()
      const waiting = async () => {
        const { rows } = await server.database.executeSql(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'two_factor'::regclass`,
        )
        return rows.length
      }
      let answers: ReturnType<typeof send>[] = []
      await db.transaction(async (tx) => {
        await tx.execute(sql`lock table two_factor in share mode`)
        answers = [1, 2].map(() => send('enable', { password }, cookie))
        await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
      })
      expect((await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    },
  )

  it('keeps this device signed in, ends the other sessions and tells the owner', async () => {
    const person = await calls.confirmed()
    const other = kept(await calls.signIn(person))
    const { totpURI, backupCodes } = (await send('enable', { password: person.password }, person.cookie)).json()
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/Lumen%20Dental:/)
    expect(backupCodes).toHaveLength(10)
    expect(await isSignedIn(server, other)).toBe(true)
    const confirmed = await send('verify-totp', { code: codeOf(totpURI) }, person.cookie)
    expect(confirmed.body).not.toContain('"token"')
    expect(await isSignedIn(server, kept(confirmed))).toBe(true)
    expect(await isSignedIn(server, person.cookie)).toBe(false)
    expect(await isSignedIn(server, other)).toBe(false)
    await expect
      .poll(async () => (await mailsTo(server.config.dataDir, person.email)).map(({ subject }) => subject))
      .toContain('Your second factor was changed')
  })

  it('requires the password, and a right first code', async () => {
    const person = await calls.confirmed()
    const wrong = await send('enable', { password: 'another' }, person.cookie)
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { password: 'This is not your current password' }])
    expect((await send('enable', {}, person.cookie)).statusCode).toBe(400)
    const { totpURI } = (await send('enable', { password: person.password }, person.cookie)).json()
    const code = codeOf(totpURI) === '000000' ? '000001' : '000000'
    expect((await send('verify-totp', { code }, person.cookie)).statusCode).toBe(401)
    expect((await calls.signIn(person)).json()).not.toHaveProperty('twoFactorRedirect')
  })

  it('is refused without a session, and with a bad code names the field', async () => {
    expect((await send('enable', { password: 'secret1' })).statusCode).toBe(401)
    const bad = await send('verify-totp', { code: 'abc' })
    expect([bad.statusCode, bad.json().errors]).toEqual([400, { code: 'Enter the six digits of your app' }])
  })
})

describe('a sign-in with a second factor', () => {
  it('does not sign in by the password alone', async () => {
    const person = await withSecondFactor()
    const cookie = await withPassword(person)
    expect(await isSignedIn(server, cookie)).toBe(false)
    const answer = await server.app.inject({
      method: 'PUT',
      url: `/user/${person.email}`,
      headers: { cookie, origin: server.origin },
      payload: { email: person.email },
    })
    expect(answer.statusCode).toBe(401)
  })

  it('ends with a code of the app, once', async () => {
    const person = await withSecondFactor()
    const [first, second] = [await withPassword(person), await withPassword(person)]
    const code = codeOf(person.totpURI)
    const signedIn = await send('verify-totp', { code }, first)
    expect(signedIn.statusCode, signedIn.body).toBe(200)
    expect(await isSignedIn(server, kept(signedIn))).toBe(true)
    const again = await send('verify-totp', { code }, second)
    expect([again.statusCode, again.json().detail]).toEqual([
      401,
      'This code was used already. Wait for the next one in your app.',
    ])
    expect(await isSignedIn(server, kept(again))).toBe(false)
  })

  it('ends with a recovery code, once', async () => {
    const person = await withSecondFactor()
    const [code = ''] = person.backupCodes
    const signedIn = await send('verify-backup-code', { code }, await withPassword(person))
    expect(signedIn.statusCode, signedIn.body).toBe(200)
    expect(await isSignedIn(server, kept(signedIn))).toBe(true)
    const again = await send('verify-backup-code', { code }, await withPassword(person))
    expect([again.statusCode, again.json().detail]).toEqual([
      401,
      'This recovery code is wrong, or it was used already.',
    ])
  })

  it('is asked for the code after a reset of the password', async () => {
    const person = await withSecondFactor()
    expect((await calls.reset(await calls.resetToken(person.email, 2), 'another1')).statusCode).toBe(200)
    await withPassword({ ...person, password: 'another1' })
  })

  it('counts in no session that did not pass it, whatever made the session', async () => {
    const person = await withSecondFactor()
    expect(await isSignedIn(server, person.cookie)).toBe(true)
    const bearer = await bearerOf(server, person.cookie, person.email)
    await server.database.db.update(session).set({ secondFactorAt: null }).where(ofUser(person))
    expect(await isSignedIn(server, person.cookie)).toBe(false)
    const list = await server.app.inject({ url: '/booking', query: { patient: person.email }, headers: bearer })
    expect(list.statusCode).toBe(401)
  })

  it('stays passed when the password is changed', async () => {
    const person = await withSecondFactor()
    const change = { currentPassword: person.password, newPassword: 'another1' }
    const changed = await calls.post('change-password', change, { cookie: person.cookie })
    expect(changed.statusCode).toBe(200)
    expect(await isSignedIn(server, kept(changed))).toBe(true)
  })
})

it('turning it off requires the password, and signs in by the password alone again', async () => {
  const person = await withSecondFactor()
  expect((await send('disable', { password: 'another' }, person.cookie)).statusCode).toBe(400)
  expect((await send('disable', { password: person.password }, person.cookie)).statusCode).toBe(200)
  expect((await calls.signIn(person)).json()).not.toHaveProperty('twoFactorRedirect')
})

it('new recovery codes replace the old ones', async () => {
  const person = await withSecondFactor()
  const renewed = await send('generate-backup-codes', { password: person.password }, person.cookie)
  const { backupCodes } = renewed.json<{ backupCodes: string[] }>()
  expect(backupCodes).toHaveLength(10)
  const old = { code: person.backupCodes[0] ?? '' }
  expect((await send('verify-backup-code', old, await withPassword(person))).statusCode).toBe(401)
  const fresh = { code: backupCodes[0] ?? '' }
  expect((await send('verify-backup-code', fresh, await withPassword(person))).statusCode).toBe(200)
})

it('a recovery code finishes no set-up, and none of an unfinished one continues a sign-in', async () => {
  const person = await calls.confirmed()
  const setUp = (await send('enable', { password: person.password }, person.cookie)).json<{ backupCodes: string[] }>()
  const code = { code: setUp.backupCodes[0] ?? '' }
  const refused = await send('verify-backup-code', code, person.cookie)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'You are signed in already. Finish the set-up with a code of your app.',
  ])
  await server.database.db.update(user).set({ twoFactorEnabled: true }).where(eq(user.email, person.email))
  const begun = kept(await calls.signIn(person))
  await server.database.db.update(user).set({ twoFactorEnabled: false }).where(eq(user.email, person.email))
  const late = await send('verify-backup-code', code, begun)
  expect([late.statusCode, await isSignedIn(server, kept(late))]).toEqual([409, false])
  const subjects = (await mailsTo(server.config.dataDir, person.email)).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your second factor was changed')
})

describe('where admins must have a second factor', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await openTestApp({ database: server.database, env: { SECOND_FACTOR: 'required' } })
  })
  afterAll(() => strict.close())

  it('an admin without one has no permissions but those of patients, and is told why', async () => {
    const admin = await strict.person({ role: 'admin' })
    const refused = await strict.app.inject({ url: '/user', headers: admin.bearer })
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'SECOND_FACTOR_NEEDED',
        detail: 'Set up a second factor under My Account first.',
      }),
    ])
    const own = await strict.app.inject({ url: '/booking', query: { patient: admin.email }, headers: admin.bearer })
    expect(own.statusCode).toBe(200)
    const { email } = await strict.person()
    const [others, role] = await Promise.all([
      strict.app.inject({ url: '/booking', query: { patient: email }, headers: admin.bearer }),
      strict.app.inject({ url: `/admin/${admin.email}`, headers: admin.bearer }),
    ])
    expect([others.statusCode, others.json().code, role.json()]).toEqual([403, 'SECOND_FACTOR_NEEDED', { admin: true }])
    await strict.database.db.update(session).set({ secondFactorAt: sql`now()` }).where(eq(session.id, admin.sessionId))
    await strict.database.db.update(user).set({ twoFactorEnabled: true }).where(eq(user.id, admin.userId))
    expect((await strict.app.inject({ url: '/user', headers: admin.bearer })).statusCode).toBe(200)
  })

  it('the account says that it is required', async () => {
    const person = await calls.confirmed()
    await makeStaff(server.database.db, person.email)
    const state = async (app: TestApp) =>
      (await app.app.inject({ url: '/api/auth/account', headers: { cookie: person.cookie } })).json().secondFactor
    expect([await state(strict), await state(server)]).toEqual(['required', 'off'])
  })
})

const ofUser = ({ email }: { email: string }) =>
  sql`${session.userId} = (select ${user.id} from ${user} where ${user.email} = ${email})`
