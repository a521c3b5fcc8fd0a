import { get } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '#server/database/schema/auth.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const rows = 60_000
const url = '/exports/appointments.csv?from=2026-01-01&to=2027-12-31'
let server: TestApp
let origin: string
let authorization: string
beforeAll(async () => {
  server = await openTestApp()
  const { db } = server.database
  const { patientId, bearer } = await accountant()
  authorization = bearer.authorization
  await db.transaction(async (tx) => {
    // Without triggers, which take longer than the test.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone,
          starts_at, ends_at, busy, overridden, second_that_day)
        select gen_random_uuid(), treatment.id, name, starts::date, '08.00 AM - 08.30 AM', price, ${patientId}, '', repeat('x', 900), '1',
          starts, starts + interval '30 minutes', tstzrange(starts, starts + interval '30 minutes'), true, true
        from generate_series(1, ${rows}) as n, (select * from treatment limit 1) as treatment,
          lateral (select timestamptz '2026-01-01 12:00Z' + n / 200 * interval '1 day' as starts) as time`)
  })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterAll(() => server.close())

/** Signs an accountant in who has just proved who they are. */
async function accountant() {
  const person = await server.person({ role: 'accountant' })
  const { db } = server.database
  await db.update(session).set({ confirmedAt: new Date() }).where(eq(session.id, person.sessionId))
  return person
}

/** Requests all rows. Resolves once the first bytes are there, to a response that waits. */
async function request(headers = { authorization }) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    get(origin + url, { headers }, resolve).on('error', reject)
  })
  expect(response.statusCode).toBe(200)
  await new Promise((resolve) => response.once('readable', resolve))
  return response
}

/** Counts the pages that were begun, and the queries that run: each page asks first whether the session lasts. */
function countPages() {
  const counts = { begun: 0, running: 0 }
  const stop = server.database.observeQueries((name) => {
    if (name !== 'session_user') counts.begun += 1
    counts.running += 1
    return () => {
      counts.running -= 1
    }
  })
  return { counts, stop }
}

/** Resolves to the number of pages once none is read and, for a while, no other follows. */
async function pagesAtRest(counts: { begun: number; running: number }) {
  let before = -1
  await expect
    .poll(
      () => {
        const isStill = counts.running === 0 && counts.begun === before
        before = counts.begun
        return isStill
      },
      { interval: 500, timeout: 30_000 },
    )
    .toBe(true)
  return before
}

it('sends every row once, in order of the days', async () => {
  const response = await request()
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += chunk
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(rows)
  const days = lines.map((line) => line.slice(0, 10))
  expect(days).toEqual(days.toSorted())
  expect(new Set(lines.map((line) => line.split(',')[6])).size).toBe(rows)
}, 60_000)

it('waits for a client that reads slowly, and ends with one that goes away', async () => {
  const { counts, stop } = countPages()
  // Without a socket, because the system's buffers can hold most of the file.
  const answer = await server.app.inject({ url, headers: { authorization }, payloadAsStream: true })
  const stream = answer.stream().on('error', () => {})
  await new Promise((resolve) => stream.once('readable', resolve))
  const whileWaiting = await pagesAtRest(counts)
  // The file has 120 pages.
  expect(whileWaiting).toBeLessThan(10)
  // As when its connection closes.
  answer.raw.res.destroy()
  const afterwards = await pagesAtRest(counts)
  expect(afterwards - whileWaiting).toBeLessThan(3)
  const response = await request()
  response.destroy()
  expect((await pagesAtRest(counts)) - afterwards).toBeLessThan(90)
  stop()
}, 60_000)

it('takes no more memory for more rows', async () => {
  const response = await request()
  const before = process.memoryUsage().heapUsed
  let most = 0
  for await (const _ of response) most = Math.max(most, process.memoryUsage().heapUsed - before)
  // The file has 68 MB; a garbage collection comes when it likes.
  expect(most / 1e6).toBeLessThan(200)
}, 60_000)

it('ends before its last row once the session has ended', async () => {
  const { bearer, sessionId } = await accountant()
  const { counts, stop } = countPages()
  const response = await request(bearer)
  await pagesAtRest(counts)
  stop()
  await server.database.db.delete(session).where(eq(session.id, sessionId))
  const readAll = async () => {
    for await (const _ of response);
  }
  await expect(readAll()).rejects.toThrow('aborted')
}, 60_000)
