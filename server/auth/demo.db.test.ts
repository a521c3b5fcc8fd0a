import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'
import { demoAdmin, promotedThrough } from './demo.ts'

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

it.each([
  ['nobody without promotions', [], []],
  ['nobody whom only others promoted', [['real', 'ann']], []],
  [
    'the promoted and those whom they promoted',
    [
      ['demo', 'ann'],
      ['ann', 'bob'],
      ['bob', 'eve'],
      ['real', 'joe'],
    ],
    ['ann', 'bob', 'eve'],
  ],
  [
    'nobody whom another admin promoted again',
    [
      ['demo', 'ann'],
      ['real', '-ann'],
      ['real', 'ann'],
    ],
    [],
  ],
  [
    'users whom one of them promoted before being demoted',
    [
      ['demo', 'ann'],
      ['ann', 'bob'],
      ['real', '-ann'],
      ['real', 'ann'],
    ],
    ['bob'],
  ],
  [
    'nobody who was demoted',
    [
      ['demo', 'ann'],
      ['real', '-ann'],
    ],
    [],
  ],
])('promoted through the source: %s', (_name, changes, expected) => {
  const list = changes.map(([actor = '', target = '']) => ({
    actor,
    action: target.startsWith('-') ? ('demote-user' as const) : ('promote-user' as const),
    target: target.replace('-', ''),
  }))
  expect(promotedThrough('demo', list)).toEqual(expected)
})
