import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { maxReads } from '#server/auth/identity.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestApp['person']>>
const newDesk = () => server.person({ role: 'receptionist' })
const readDay = ({ bearer }: Person, date = 'May 4, 2026') =>
  server.app.inject({ url: `/desk/day?date=${encodeURIComponent(date)}`, headers: bearer })

/** Runs reads while no appointment can be read. Returns the answers, and how many queries for sessions and others
 *  there were. `arrived`: reads whose session is known. */
async function whileLocked(read: () => ReturnType<typeof readDay>[]) {
  const counts = { arrived: 0, others: 0 }
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>()
  const { promise: locked, resolve: setLocked } = Promise.withResolvers<void>()
  const lock = server.database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table booking in access exclusive mode`)
    setLocked()
    await unlocked
  })
  await locked
  const stop = server.database.observeQueries((name) => {
    if (name === 'select') counts.others += 1
    return () => {
      if (name === 'session_user') counts.arrived += 1
    }
  })
  const reads = read()
  await expect.poll(() => counts.arrived).toBe(reads.length)
  // A refusal needs no more queries, and what is read has begun by the next turn.
  await new Promise(setImmediate)
  unlock()
  await lock
  const answers = await Promise.all(reads)
  stop()
  return { answers, counts }
}

// The embedded database has one connection, which the lock would keep.
describe.runIf(inject('engine').kind === 'postgres')('many reads of a day at once', () => {
  it('by twenty desks are two queries for its appointments and two for the money to give back', async () => {
    const desks = await Promise.all(Array.from({ length: 20 }, newDesk))
    const { answers, counts } = await whileLocked(() => desks.map((desk) => readDay(desk)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(desks.map(() => 200))
    expect(counts.others).toBeLessThanOrEqual(4)
  })

  it('by one account leave the rest to others, and those beyond a number are refused', async () => {
    const [ann, ben] = [await newDesk(), await newDesk()]
    const most = maxReads.atOnce + maxReads.waiting
    const days = Array.from({ length: most + 1 }, (_, n) => `May ${(n % 28) + 1}, 2026`)
    const { answers } = await whileLocked(() => [...days.map((day) => readDay(ann, day)), readDay(ben)])
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['5'])
    const fine = answers.filter(({ statusCode }) => statusCode === 200)
    expect(fine).toHaveLength(most + 1)
    expect(answers.at(-1)?.statusCode).toBe(200)
    expect(fine.some(({ headers }) => 'retry-after' in headers)).toBe(false)
  })
})
