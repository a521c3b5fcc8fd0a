import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'
import { demoAdmin, rolesFrom } from './demo.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const promote = async ({ app }: TestApp, email: string, bearer: { authorization: string }) =>
  (await app.inject({ method: 'PUT', url: `/user/admin/${email}`, headers: bearer })).statusCode

const roleOf = async (email: string) => (await database.db.select().from(user).where(eq(user.email, email)))[0]?.role

it('whoever is an admin through the demo admin is a patient once demo mode is off, and the log and the trail say so', async () => {
  const demo = await openTestApp({ database, env: { DEMO: 'on' } })
  const url = '/api/auth/sign-in/email'
  const signedIn = await demo.app.inject({ method: 'POST', url, headers: { origin: demo.origin }, payload: demoAdmin })
  const bearer = await bearerOf(demo, cookieOf(signedIn), demoAdmin.email)
  const [direct, through, own, kept] = [
    await demo.person(),
    await demo.person(),
    await demo.person({ role: 'admin' }),
    await demo.person(),
  ]
  expect(await promote(demo, direct.email, bearer)).toBe(200)
  expect(await promote(demo, through.email, direct.bearer)).toBe(200)
  expect(await promote(demo, kept.email, own.bearer)).toBe(200)
  await demo.close()

  const lines: string[] = []
  const start = () =>
    openTestApp({ database, env: { DEMO: 'off', LOG_LEVEL: 'warn' }, logTo: { write: (line) => lines.push(line) } })
  await (await start()).close()
  const roles = await Promise.all([direct, through, own, kept].map(({ email }) => roleOf(email)))
  expect(roles).toEqual(['patient', 'patient', 'admin', 'admin'])
  expect(await roleOf(demoAdmin.email)).toBe('patient')
  const warned = lines.filter((line) => line.includes('demo mode is off'))
  expect(warned).toHaveLength(1)
  for (const { email } of [direct, through]) expect(warned[0]).toContain(email)
  expect(warned[0]).not.toContain(own.email)
  const entries = await database.db.select().from(audit).orderBy(desc(audit.id)).limit(2)
  expect(entries).toMatchObject([
    { action: 'demote-user', actor: demoAdmin.email, ip: 'server' },
    { action: 'demote-user' },
  ])
  expect(entries.map(({ target }) => target).sort()).toEqual([direct.email, through.email].sort())

  await (await start()).close()
  expect(lines.filter((line) => line.includes('demo mode is off'))).toHaveLength(1)
})

it.each([
  ['nobody without promotions', [], []],
  ['not the promoted by others', [['real', 'ann']], []],
  [
    'the promoted, and whom they promoted',
    [
      ['demo', 'ann'],
      ['ann', 'bob'],
      ['bob', 'eve'],
      ['real', 'joe'],
    ],
    ['ann', 'bob', 'eve'],
  ],
  [
    'not whom another admin promoted again',
    [
      ['demo', 'ann'],
      ['real', '-ann'],
      ['real', 'ann'],
    ],
    [],
  ],
  [
    'whom they promoted while they were one of them',
    [
      ['demo', 'ann'],
      ['ann', 'bob'],
      ['real', '-ann'],
      ['real', 'ann'],
    ],
    ['bob'],
  ],
  [
    'not the demoted',
    [
      ['demo', 'ann'],
      ['real', '-ann'],
    ],
    [],
  ],
])('followers are %s', (_who, changes, expected) => {
  const list = changes.map(([actor = '', target = '']) => ({
    actor,
    action: target.startsWith('-') ? ('demote-user' as const) : ('promote-user' as const),
    target: target.replace('-', ''),
  }))
  expect(rolesFrom('demo', list)).toEqual(expected)
})
