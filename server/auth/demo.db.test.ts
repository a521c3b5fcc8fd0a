import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'
import { demoAdmin, grantedThrough } from './demo.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const promote = async ({ app }: TestApp, email: string, bearer: { authorization: string }) =>
  (await app.inject({ method: 'PUT', url: `/user/admin/${email}`, headers: bearer })).statusCode

const roleOf = async (email: string) => (await database.db.select().from(user).where(eq(user.email, email)))[0]?.role

it('turning demo mode off demotes every admin promoted through the demo admin, and logs and records it', async () => {
  const demo = await openTestApp({ database, env: { DEMO: 'on' } })
  const url = '/api/auth/sign-in/email'
  const signedIn = await demo.app.inject({ method: 'POST', url, headers: { origin: demo.origin }, payload: demoAdmin })
  const bearer = await bearerOf(demo, cookieOf(signedIn), demoAdmin.email)
  const [direct, indirect, own, kept] = [
    await demo.person(),
    await demo.person(),
    await demo.person({ role: 'admin' }),
    await demo.person(),
  ]
  expect(await promote(demo, direct.email, bearer)).toBe(200)
  expect(await promote(demo, indirect.email, direct.bearer)).toBe(200)
  expect(await promote(demo, kept.email, own.bearer)).toBe(200)
  await demo.close()

  const lines: string[] = []
  const start = () =>
    openTestApp({ database, env: { DEMO: 'off', LOG_LEVEL: 'warn' }, logTo: { write: (line) => lines.push(line) } })
  await (await start()).close()
  const roles = await Promise.all([direct, indirect, own, kept].map(({ email }) => roleOf(email)))
  expect(roles).toEqual(['patient', 'patient', 'admin', 'admin'])
  expect(await roleOf(demoAdmin.email)).toBe('patient')
  const warned = lines.filter((line) => line.includes('demo mode is off'))
  expect(warned).toHaveLength(1)
  for (const { email } of [direct, indirect]) expect(warned[0]).toContain(email)
  expect(warned[0]).not.toContain(own.email)
  const entries = await database.db.select().from(audit).orderBy(desc(audit.id)).limit(2)
  expect(entries).toMatchObject([
    { action: 'demote-user', actor: demoAdmin.email, ip: 'server' },
    { action: 'demote-user' },
  ])
  expect(entries.map(({ target }) => target).sort()).toEqual([direct.email, indirect.email].sort())

  await (await start()).close()
  expect(lines.filter((line) => line.includes('demo mode is off'))).toHaveLength(1)
})

// Who gave whom a role, and from and to which minute.
type Given = [by: string, to: string, from: number, until?: number]
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))

it.each<[string, Given[], string[]]>([
  ['nobody without roles', [], []],
  ['nobody to whom only others gave one', [['real', 'ann', 1]], []],
  [
    'those to whom it gave one, and those to whom they did',
    [
      ['demo', 'ann', 1],
      ['ann', 'bob', 2],
      ['bob', 'eve', 3],
      ['real', 'joe', 4],
    ],
    ['ann', 'bob', 'eve'],
  ],
  [
    'nobody to whom another admin gave one again',
    [
      ['demo', 'ann', 1, 2],
      ['real', 'ann', 3],
    ],
    [],
  ],
  [
    'those to whom one of them gave one before theirs ended',
    [
      ['demo', 'ann', 1, 3],
      ['ann', 'bob', 2],
      ['real', 'ann', 4],
      ['ann', 'joe', 5],
    ],
    ['bob'],
  ],
  ['nobody whose role has ended', [['demo', 'ann', 1, 2]], []],
])('a role through the source: %s', (_name, given, expected) => {
  const grants = given.map(([invitedBy, userId, from, until]) => ({
    ...{ userId, invitedBy, startedAt: minute(from) },
    endedAt: until === undefined ? null : minute(until),
  }))
  expect(grantedThrough('demo', grants)).toEqual(expected)
})
