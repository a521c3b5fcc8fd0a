import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { prepareJobTables } from '#server/database/engine/job-tables.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { abandonJob, emptyQueue, expireHeartbeats, jobsIn, makeDue } from '#server/testing/jobs.ts'
import { type Jobs, openJobs } from './jobs.ts'
import type { Queue } from './queue.ts'

const letters: Queue<{ to: string }> = { name: 'letters' }
const rounds: Queue<{ to: string }> = { name: 'rounds', coalesces: true, schedule: '* * * * *' }
const slowly = { timeout: 20_000 }

let database: TestDatabase
let lines: string[]
const ending: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  lines = []
  for (const { name } of [letters, rounds]) await emptyQueue(database, name)
})
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function open(): Promise<Jobs> {
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const jobs = await openJobs({ database, log })
  ending.push(jobs.close)
  await jobs.declare(letters)
  return jobs
}

const states = async (queue: Queue<{ to: string }>) => (await jobsIn(database, queue.name)).map(({ state }) => state)

it('runs a job after its transaction commits, and not after a rollback', async () => {
  const jobs = await open()
  const ran: string[] = []
  await jobs.work(letters, async ({ to }) => {
    ran.push(to)
  })
  const rolledBack = database.db.transaction(async (tx) => {
    await jobs.enqueue(tx, letters, { to: 'nobody' })
    throw new Error('roll back')
  })
  await expect(rolledBack).rejects.toThrow('roll back')
  await database.db.transaction((tx) => jobs.enqueue(tx, letters, { to: 'ann' }))
  jobs.wake(letters)
  await expect.poll(() => states(letters), slowly).toEqual(['completed'])
  expect(ran).toEqual(['ann'])
})

it('adds one job per id', async () => {
  const jobs = await open()
  const id = crypto.randomUUID()
  expect(await jobs.enqueue(database.db, letters, { to: 'ann' }, { id })).toBe(true)
  expect(await jobs.enqueue(database.db, letters, { to: 'bob' }, { id })).toBe(false)
})

it('retries a failed job after ten seconds, then twenty, and logs neither its message nor its data', async () => {
  const jobs = await open()
  let failures = 2
  await jobs.work(letters, async () => {
    if (failures-- > 0) throw Object.assign(new Error('ann@example.org was refused'), { code: 'EREFUSED' })
  })
  const waitsAfter = async (attempts: number) => {
    await expect.poll(() => jobsIn(database, letters.name), slowly).toMatchObject([{ state: 'retry', attempts }])
    return (await jobsIn(database, letters.name))[0]?.waitSeconds
  }
  await jobs.enqueue(database.db, letters, { to: 'ann@example.org' })
  jobs.wake(letters)
  expect(await waitsAfter(1)).toBeLessThanOrEqual(10)
  await makeDue(database, letters.name)
  jobs.wake(letters)
  expect(await waitsAfter(2)).toBeGreaterThan(10)
  expect(lines.join()).toContain('EREFUSED')
  expect(lines.join()).not.toContain('ann@')
  await makeDue(database, letters.name)
  jobs.wake(letters)
  await expect.poll(() => states(letters), slowly).toEqual(['completed'])
})

it('runs a job again after the delay that its run returned, without waiting for a poll', async () => {
  const jobs = await open()
  const seen: number[] = []
  await jobs.work(letters, async (_data, { attempts }) => {
    seen.push(attempts)
    return attempts < 4 ? { retryInSeconds: 0.1 } : undefined
  })
  const begun = performance.now()
  await jobs.enqueue(database.db, letters, { to: 'ann' })
  jobs.wake(letters)
  await expect.poll(() => states(letters), slowly).toEqual(['completed'])
  expect(seen).toEqual([1, 2, 3, 4])
  expect(performance.now() - begun).toBeGreaterThan(300)
})

it('keeps one waiting job in a coalescing queue, and runs it on another instance if its own dies', async () => {
  const jobs = await open()
  await jobs.declare(rounds)
  const added = await Promise.all([1, 2, 3].map(() => jobs.enqueue(database.db, rounds, { to: 'all' })))
  expect(added.filter(Boolean)).toHaveLength(1)
  expect(await abandonJob(database, rounds.name)).toBe(true)
  const next = await open()
  await next.work(rounds, async () => undefined)
  expect(await states(rounds)).toEqual(['active'])
  await expireHeartbeats(database, rounds.name)
  next.wake(rounds)
  await expect.poll(() => states(rounds), slowly).toEqual(['completed'])
})

it('runs a coalescing queue once more if it is woken during a run, however often', async () => {
  const jobs = await open()
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  await jobs.work(rounds, async () => {
    runs += 1
    begun.resolve()
    await mayEnd.promise
  })
  const wake = async () => {
    const isAdded = await jobs.enqueue(database.db, rounds, { to: 'all' })
    jobs.wake(rounds)
    return isAdded
  }
  expect(await wake()).toBe(true)
  await begun.promise
  expect([await wake(), await wake()]).toEqual([true, false])
  mayEnd.resolve()
  await expect.poll(() => states(rounds), slowly).toEqual(['completed', 'completed'])
  expect(runs).toBe(2)
})

it('runs a coalescing queue that is woken while it waits to retry, and keeps one retry', async () => {
  const jobs = await open()
  let isFailing = true
  let succeeded = 0
  await jobs.work(rounds, async () => {
    if (isFailing) throw new Error('not now')
    succeeded += 1
  })
  for (const expected of [['retry'], ['retry', 'completed']]) {
    await jobs.enqueue(database.db, rounds, { to: 'all' })
    jobs.wake(rounds)
    await expect.poll(() => states(rounds), slowly).toEqual(expected)
  }
  isFailing = false
  await jobs.enqueue(database.db, rounds, { to: 'all' })
  jobs.wake(rounds)
  await expect.poll(() => succeeded, slowly).toBeGreaterThan(0)
})

it('lets a queue coalesce that an earlier release made exclusive', async () => {
  const jobs = await open()
  await jobs.declare(rounds)
  const policy = async () =>
    (await database.executeSql('SELECT policy FROM pgboss.queue WHERE name = $1', [rounds.name])).rows
  await database.executeSql(`UPDATE pgboss.queue SET policy = 'exclusive' WHERE name = $1`, [rounds.name])
  await (await open()).declare(rounds)
  expect(await policy()).toEqual([{ policy: 'short' }])
})

it('stores the schedule of a queue once for several instances', async () => {
  for (let n = 0; n < 3; n += 1) await (await open()).work(rounds, async () => undefined)
  const { rows } = await database.executeSql('SELECT name, cron, timezone FROM pgboss.schedule')
  expect(rows).toEqual([{ name: 'rounds', cron: '* * * * *', timezone: 'UTC' }])
})

it('finishes the running job on close, and starts no other', async () => {
  const jobs = await open()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await jobs.work(letters, async (_data, { signal }) => {
    begin()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  for (const to of ['ann', 'bob']) await jobs.enqueue(database.db, letters, { to })
  jobs.wake(letters)
  await begun
  await jobs.close()
  expect(await states(letters)).toEqual(['completed', 'created'])
})

it('returns a job to its queue if it takes too long on close', async () => {
  const jobs = await open()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await jobs.work(letters, () => {
    begin()
    return new Promise(() => {})
  })
  await jobs.enqueue(database.db, letters, { to: 'ann' })
  jobs.wake(letters)
  await begun
  await jobs.close()
  const [job] = await jobsIn(database, letters.name)
  expect([job?.state, (job?.waitSeconds ?? 0) > 5]).toEqual(['retry', true])
})

it('opens on several instances at the same time', async () => {
  const instances = await Promise.all([1, 2, 3, 4].map(() => open()))
  await Promise.all(instances.map((jobs) => jobs.work(letters, async () => undefined)))
  const [first] = instances
  expect(await first?.enqueue(database.db, letters, { to: 'ann' })).toBe(true)
  for (const jobs of instances) jobs.wake(letters)
  await expect.poll(() => states(letters), slowly).toEqual(['completed'])
})

it('creates its tables once if several instances open an empty database', async () => {
  await database.executeSql('DROP SCHEMA pgboss CASCADE')
  const { url } = database
  const openAgain = () => openDatabase({ databaseUrl: url, dataDir: '' }, pino({ level: 'silent' }))
  const opened = url ? await Promise.all([1, 2, 3, 4].map(openAgain)) : []
  for (const { close } of opened) await close()
  if (!url) await prepareJobTables(database.executeSql)
  expect((await database.executeSql('SELECT count(*)::int FROM pgboss.version')).rows).toEqual([{ count: 1 }])
})

it('deletes the queues of earlier releases with their schedules', async () => {
  const earlier: Queue<object> = { name: 'email-cleanup', coalesces: true, schedule: '17 * * * *' }
  const before = await open()
  await before.work(earlier, async () => undefined)
  await before.close()
  await open()
  const { rows } = await database.executeSql(
    `SELECT name FROM pgboss.queue WHERE name = $1 UNION ALL SELECT name FROM pgboss.schedule WHERE name = $1`,
    [earlier.name],
  )
  expect(rows).toEqual([])
})
