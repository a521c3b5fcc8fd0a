import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('a queue of queries lets the event loop turn, so that requests are read while it is worked off', async () => {
  const count = 300
  let turns = 0
  let going = true
  const turn = () => {
    turns += 1
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(Array.from({ length: count }, () => database.db.execute(sql`select 1`)))
  going = false
  expect(turns).toBeGreaterThan(count / 2)
})
