import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulateQuarter } from '#lab/waiting-list/quarter.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'

// The short form of `npm run waiting-list`.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it('offers freed times once each, through a kill -9 a day, to nobody who has what they wanted', async () => {
  const found = await simulateQuarter(database, { days: 2, seed: 1, withList: true, databaseUrl: database.url })
  expect(found.offers).toBeGreaterThan(10)
  expect(found.moved).toBeGreaterThan(0)
  expect(found).toMatchObject({ lost: 0, twice: 0, afterEnd: 0, kills: database.url ? 2 : 0 })
}, 240_000)
