import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

// Answers of PostgreSQL arrive from another process, several in one turn.
it.runIf(inject('engine').kind === 'pglite')('the event loop turns between queued queries', async () => {
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
