import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { startPostgres } from '#testbed/postgres.ts'
import { countDeadlocks, createPostgres } from './postgres.ts'

// On a PostgreSQL of its own, because a deadlock fails the run of the others.
const isPossible = inject('engine').kind === 'postgres' && !process.env.TEST_DATABASE_URL

it.runIf(isPossible)('counts two transactions that lock two rows in opposite orders, and says which', async () => {
  const postgres = await startPostgres({ deadlock_timeout: '10ms' })
  const { url, drop } = await createPostgres(postgres.url)
  const [one, other, admin] = [url, url, postgres.url].map((connectionString) => new Client({ connectionString }))
  try {
    for (const client of [one, other, admin]) await client?.connect()
    await one?.query('create table pair as select n from generate_series(1, 2) as n')
    const lock = (client: Client | undefined, n: number) => client?.query(`select from pair where n = ${n} for update`)
    for (const client of [one, other]) await client?.query('begin')
    await lock(one, 1)
    await lock(other, 2)
    const [first, second] = await Promise.allSettled([lock(one, 2), lock(other, 1)])
    expect([first?.status, second?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const client of [one, other]) await client?.end()
    expect(await countDeadlocks(admin as Client, new URL(url).pathname.slice(1))).toBe(1)
    await expect(drop()).rejects.toThrow('1 deadlocks')
    const [text, ...more] = postgres.deadlocks()
    expect(more).toEqual([])
    for (const n of [1, 2]) expect(text).toContain(`select from pair where n = ${n} for update`)
  } finally {
    await admin?.end()
    await postgres.stop()
  }
})
