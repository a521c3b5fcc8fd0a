import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('the event loop turns between queued queries, so that requests are not blocked', async () => {
  const count = 300
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(Array.from({ length: count }, () => database.db.execute(sql`select 1`)))
  running = false
  expect(turns).toBeGreaterThan(count / 2)
})
