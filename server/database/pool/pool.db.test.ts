import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

it('answers 503 with Retry-After at once while a thousand queries wait, and recovers', async () => {
  const { db } = server.database
  const { email, bearer } = await server.person()
  const list = () => server.app.inject({ url: `/booking?patient=${email}`, headers: bearer })
  expect((await list()).statusCode).toBe(200)
  const held = Promise.withResolvers<void>()
  // As many as the pool has connections.
  const transactions = Array.from({ length: 10 }, () => db.transaction(() => held.promise))
  const waiting = Array.from({ length: 1_000 }, () => db.execute(sql`select 1`))
  const outcomes = Promise.allSettled([...transactions, ...waiting])
  const refused = await list()
  held.resolve()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  await outcomes
  expect((await list()).statusCode).toBe(200)
})
