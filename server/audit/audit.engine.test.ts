import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { appendAudit } from './store.ts'

const clock = { now: new Date('2026-03-10T14:00:00Z') }
let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ clock: () => clock.now })
})
afterAll(() => server.close())

const entry = (target: string) => ({
  userId: 'u1',
  actor: 'boss@example.org',
  action: 'promote-user' as const,
  target,
  ip: '192.0.2.7',
})

it('can’t be updated, deleted or truncated', async () => {
  const { db } = server.database
  await appendAudit(db, entry('kept@example.org'))
  for (const attempt of [sql`update audit set subject = 'x'`, sql`delete from audit`, sql`truncate audit`]) {
    await expect(db.execute(attempt)).rejects.toMatchObject({ cause: { code: '23000' } })
  }
  expect(await db.$count(audit)).toBe(1)
})

it('has no entry for an action that was rolled back', async () => {
  const { db } = server.database
  const before = await db.$count(audit)
  const transaction = db.transaction(async (tx) => {
    await appendAudit(tx, entry('rolled-back@example.org'))
    throw new Error('rolled back')
  })
  await expect(transaction).rejects.toThrow('rolled back')
  expect(await db.$count(audit)).toBe(before)
})

it('lists the newest first, page by page, while entries are added', async () => {
  const { db } = server.database
  const { bearer } = await server.person({ role: 'admin' })
  for (const n of [1, 2, 3, 4, 5]) await appendAudit(db, entry(`page-${n}@example.org`))
  const get = async (query: Record<string, string>) =>
    (await server.app.inject({ url: '/audit', query, headers: bearer })).json()
  const targets = ({ entries }: { entries: { target: string }[] }) => entries.map(({ target }) => target)

  const first = await get({ limit: '2' })
  expect(targets(first)).toEqual(['page-5@example.org', 'page-4@example.org'])
  expect(first.entries[0]).toEqual({
    _id: expect.any(Number),
    actor: 'boss@example.org',
    action: 'promote-user',
    target: 'page-5@example.org',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    ip: '192.0.2.7',
  })
  await appendAudit(db, entry('later@example.org'))
  const second = await get({ limit: '2', before: first.nextCursor })
  expect(targets(second)).toEqual(['page-3@example.org', 'page-2@example.org'])
  const rest = await get({ before: second.nextCursor })
  expect(targets(rest)[0]).toBe('page-1@example.org')
  expect(rest.nextCursor).toBeNull()
})

it('records that an admin reads it, once an hour however many pages, and names no patient', async () => {
  const { db } = server.database
  const { bearer, userId, email } = await server.person({ role: 'admin' })
  const read = async (query: string) =>
    expect((await server.app.inject({ url: `/audit?${query}`, headers: bearer })).statusCode).toBe(200)
  const entries = () => db.select().from(audit).where(eq(audit.userId, userId))
  for (const page of ['limit=1', 'limit=2', 'limit=1&before=3', 'limit=100']) await read(page)
  expect(await entries()).toMatchObject([
    { actor: email, action: 'read-audit', target: 'the activity of staff and patients', personIds: [] },
  ])
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  await read('limit=1')
  expect(await entries()).toHaveLength(2)
})

it.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=x', 'limit'],
  ['limit=1.5', 'limit'],
  ['before=0', 'before'],
  ['before=-1', 'before'],
  ['before=1e300', 'before'],
  ['before=', 'before'],
])('refuses ?%s and names the field', async (query, field) => {
  const { bearer } = await server.person({ role: 'admin' })
  const refused = await server.app.inject({ url: `/audit?${query}`, headers: bearer })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().errors)).toEqual([field])
})
