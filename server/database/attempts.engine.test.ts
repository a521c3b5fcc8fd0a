import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { openLimits } from './attempts.ts'
import { attemptBucket } from './schema/auth.ts'

const secret = 'a secret of 32 characters or more'
const size = { attempts: 3, refillSeconds: 60 }
let database: TestDatabase
let limits: ReturnType<typeof openLimits>
beforeAll(async () => {
  database = await freshDatabase()
  limits = openLimits(database.db, secret)
})
afterAll(() => database.close())

const advanceTime = (seconds: number) =>
  database.db.update(attemptBucket).set({ fullAt: sql`${attemptBucket.fullAt} - make_interval(secs => ${seconds})` })

it('grants the available attempts to concurrent callers, and returns the wait to the others', async () => {
  const subject = randomUUID()
  const waits = await Promise.all(Array.from({ length: 10 }, () => limits.take('login', subject, size)))
  const refused = waits.filter((wait) => wait !== undefined)
  expect(refused).toHaveLength(7)
  for (const wait of refused) expect(wait).toBeGreaterThan(55)
  expect(Math.max(...refused)).toBeLessThanOrEqual(60)
})

it('counts each kind and each subject separately', async () => {
  const subject = randomUUID()
  for (let n = 0; n < 3; n += 1) await limits.take('login', subject, size)
  expect(await limits.take('payment', subject, size)).toBeUndefined()
  expect(await limits.take('login', randomUUID(), size)).toBeUndefined()
})

it('returns the wait without taking an attempt', async () => {
  const subject = randomUUID()
  for (let n = 0; n < 3; n += 1) {
    expect(await limits.wait('login', subject, size)).toBeUndefined()
    await limits.take('login', subject, size)
  }
  expect(await limits.wait('login', subject, size)).toBeGreaterThan(55)
})

it('refills an attempt over time or by giveBack()', async () => {
  const subject = randomUUID()
  for (let n = 0; n < 3; n += 1) await limits.take('login', subject, size)
  await limits.giveBack('login', subject, size)
  expect(await limits.take('login', subject, size)).toBeUndefined()
  expect(await limits.take('login', subject, size)).toBeGreaterThan(0)
  await advanceTime(60)
  expect(await limits.take('login', subject, size)).toBeUndefined()
})

it('stores only hashes, and deletes full buckets', async () => {
  await limits.take('login', 'ann@example.org', size)
  await limits.take('login', 'bob@example.org', size)
  expect(JSON.stringify(await database.db.select().from(attemptBucket))).not.toMatch(/ann|bob|login/)
  await advanceTime(3_600)
  await limits.take('login', 'ann@example.org', size)
  await limits.giveBack('login', 'bob@example.org', size)
  expect(await database.db.$count(attemptBucket)).toBe(1)
})

it('limits nobody for longer because the clock was set back', async () => {
  const subject = randomUUID()
  for (let n = 0; n < 3; n += 1) await limits.take('login', subject, size)
  await advanceTime(-3_600)
  expect(await limits.wait('login', subject, size)).toBeUndefined()
  expect(await limits.take('login', subject, size)).toBeUndefined()
  const wait = (await limits.take('login', subject, size)) ?? 0
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
})
