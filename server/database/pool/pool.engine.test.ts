import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { freePort } from '#testbed/free-port.ts'
import { openLimits } from '../attempts.ts'
import { isUncertain } from './failure.ts'
import { BoundedPool } from './pool.ts'
import { createSocketsWith } from './socket.ts'
import { openSplitPool } from './split.ts'

const engine = inject('engine')

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
  // As many as the pool has connections for writes.
  const transactions = Array.from({ length: 5 }, () => db.transaction(() => held.promise))
  const waiting = Array.from({ length: 1_000 }, () => db.execute(sql`set application_name = ''`))
  const outcomes = Promise.allSettled([...transactions, ...waiting])
  const refused = await openLimits(db, server.secret)
    .take('test', email, { attempts: 3, refillSeconds: 60 })
    .catch((error) => error)
  const listed = await list()
  held.resolve()
  expect(refused).toMatchObject({ cause: { code: 'QUEUE_FULL' } })
  // The embedded database has only one connection.
  expect(listed.statusCode).toBe(engine.kind === 'postgres' ? 200 : 503)
  expect(listed.headers['retry-after']).toBe(engine.kind === 'postgres' ? undefined : '5')
  await outcomes
  expect((await list()).statusCode).toBe(200)
})

it.skipIf(engine.kind !== 'postgres')(
  'PostgreSQL compiles no query and starts no process for one, neither of a read nor of a transaction',
  async () => {
    const { db } = server.database
    const read = sql`select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`
    const answers = [await db.execute(read), await db.transaction((tx) => tx.execute(read))]
    const expected = { rows: [{ jit: 'off', workers: '0' }] }
    expect(answers).toMatchObject([expected, expected])
  },
)

describe.skipIf(engine.kind !== 'postgres')('a pool of one connection', () => {
  const connectionString = engine.kind === 'postgres' ? engine.url : ''
  let pool: BoundedPool
  beforeEach(() => {
    pool = new BoundedPool({ connectionString, max: 1, maxStillMs: 50 })
  })
  afterEach(() => pool.end())

  it('refuses queries while others wait and the connection stays taken', async () => {
    const taken = await pool.connect()
    const waiting = pool.query('SELECT 1 AS one')
    const since = performance.now()
    await expect.poll(() => performance.now() - since, { interval: 20 }).toBeGreaterThan(100)
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'QUEUE_STILL' })
    await expect(pool.connect()).rejects.toMatchObject({ code: 'QUEUE_STILL' })
    taken.release()
    expect((await waiting).rows).toEqual([{ one: 1 }])
    await pool.query('SELECT 1')
  })

  it('lets the queries wait that follow a time without any', async () => {
    await Promise.all([1, 2, 3].map(() => pool.query('SELECT 1')))
    const since = performance.now()
    await expect.poll(() => performance.now() - since, { interval: 20 }).toBeGreaterThan(100)
    await Promise.all([1, 2, 3].map(() => pool.query('SELECT 1')))
  })

  it('replaces a connection that breaks while it is taken and is never released', async () => {
    const taken = await pool.connect()
    const { rows } = await taken.query('SELECT pg_backend_pid() AS pid')
    const other = new Client({ connectionString })
    await other.connect()
    await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    await other.end()
    await expect.poll(() => pool.totalCount).toBe(0)
    await pool.query('SELECT 1')
    taken.release()
  })
})

describe.skipIf(engine.kind !== 'postgres')('a pool that keeps connections for reads', () => {
  const connectionString = engine.kind === 'postgres' ? engine.url : ''
  let split: ReturnType<typeof openSplitPool>
  beforeEach(() => {
    split = openSplitPool({ connectionString, max: 2, maxStillMs: 60_000, application_name: 'split' })
    split.onError(() => {})
  })
  afterEach(() => split.end())

  it.each([
    ['SELECT 1 AS one', true],
    ['  with counted as (select 1 as one) select one from counted', true],
    ['select 1 as one for update', false],
    ['with gone as (delete from nothing) select 1', false],
    ["select pg_notify('a', 'b')", false],
    ['BEGIN; SELECT 1; COMMIT', false],
  ])('while a transaction holds the one for writes, %s is answered: %s', async (text, isRead) => {
    const taken = await split.pool.connect()
    let isAnswered = false
    const answer = split.pool.query({ text }).then(
      () => {
        isAnswered = true
      },
      () => {},
    )
    // Of two reads, the first one is answered first, because they share a connection.
    await split.pool.query('SELECT 2')
    expect(isAnswered).toBe(isRead)
    expect(split.state()).toEqual({ size: 2, idle: 1, waiting: isRead ? 0 : 1 })
    taken.release()
    await answer
  })

  it('replaces a connection to a database that takes no changes', async () => {
    const pidOf = async () => {
      const client = await split.pool.connect()
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      return { client, pid: rows[0].pid as number }
    }
    const first = await pidOf()
    await first.client.query('BEGIN READ ONLY')
    await expect(first.client.query('CREATE TABLE test (id int)')).rejects.toMatchObject({ code: '25006' })
    await first.client.query('ROLLBACK')
    first.client.release()
    const second = await pidOf()
    second.client.release()
    expect(second.pid).not.toBe(first.pid)
  })
})

describe.skipIf(engine.kind !== 'postgres')('without a connection to the primary', () => {
  let split: ReturnType<typeof openSplitPool>
  beforeEach(async () => {
    const connectionString = `postgres://clinic@127.0.0.1:${await freePort()}/clinic`
    split = openSplitPool({ connectionString, max: 2, maxStillMs: 60_000 }, server.database.url)
    split.onError(() => {})
    await confirmedBefore(0)
  })
  afterEach(() => split.end())

  /** Lets the standby have its newest change from some seconds ago. */
  const confirmedBefore = (seconds: number) =>
    server.database.executeSql(`INSERT INTO heartbeat VALUES (1, now() - interval '${seconds} seconds')
      ON CONFLICT (id) DO UPDATE SET at = excluded.at`)

  it('reads are answered by a standby that is hardly behind, and have its age', async () => {
    const readLate = async () => {
      await confirmedBefore(2)
      expect((await split.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
      return split.age()
    }
    // At first nothing is older than the pool.
    await expect.poll(readLate, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
    expect(await readLate()).toBeLessThanOrEqual(3)
  })

  it.each([
    ['is further behind', () => confirmedBefore(4)],
    ['was never told by a primary', () => server.database.executeSql('DELETE FROM heartbeat')],
  ])('a standby that %s answers nothing', async (_what, prepare) => {
    await prepare()
    const error = await split.pool.query('SELECT 1').catch((reason) => reason)
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(isUncertain(error)).toBe(false)
  })

  it('changes and the question whether the primary answers are not', async () => {
    await expect(split.pool.query('CREATE TABLE test (id int)')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(split.pool.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(split.ping()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('a read that the standby can’t answer fails for want of a primary', async () => {
    const error = await split.pool.query('SELECT unknown').catch((reason) => reason)
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(isUncertain(error)).toBe(false)
  })
})

it.skipIf(engine.kind !== 'postgres')('with a standby, the primary’s heartbeat is renewed', async () => {
  const { url = '' } = server.database
  await server.database.executeSql('DELETE FROM heartbeat')
  const split = openSplitPool({ connectionString: url, max: 2, maxStillMs: 60_000 }, url)
  const age = async () => {
    const { rows } = await server.database.executeSql('SELECT extract(epoch FROM now() - at) AS age FROM heartbeat')
    return Number((rows[0] as { age: string } | undefined)?.age ?? Number.NaN)
  }
  await expect.poll(age, { timeout: 10_000 }).toBeLessThan(2)
  // A primary whose clock is behind that of the former one.
  await server.database.executeSql(`UPDATE heartbeat SET at = now() + interval '1 hour'`)
  await expect.poll(age, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(split.age()).toBeUndefined()
  await split.end()
})

it('a socket without traffic fails in bounded time', async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const socket = createSocketsWith({ maxSilentMs: 50 })().connect(port, '127.0.0.1')
  const [error] = await once(socket, 'error').catch((reason) => [reason])
  expect(error).toMatchObject({ code: 'ETIMEDOUT' })
  silent.close()
})
