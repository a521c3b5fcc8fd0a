import type { PoolClient } from 'pg'
import { ageOf } from './heartbeat.ts'
import { BoundedPool } from './pool.ts'

/** A standby whose newest change is older, in seconds, answers nothing: another node may have confirmed what it lacks.
 *  Before that, a primary that is silent for `wal_sender_timeout` (5 s) has to give its standby up, or a standby has to
 *  become the primary (docs/decisions/0125). */
const maxAge = 3

/** Standbys, for reads while there is no primary. */
export type Standby = {
  pool: BoundedPool
  /** Runs a query on a standby that has all but the last moments. @throws if it is further behind */
  query: (args: unknown[]) => Promise<unknown>
}

/** Opens the standbys at the address of a pool. `saw` is called with the age of what is read, in seconds. */
export function openStandby(config: ConstructorParameters<typeof BoundedPool>[0], saw: (age: number) => void): Standby {
  const pool = new BoundedPool(config)
  const run = async (client: PoolClient, args: unknown[]) => {
    const age = await ageOf(client)
    if (age > maxAge) throw new Error(`the standby is ${Math.round(age)} s behind`)
    const answer = await (Reflect.apply(client.query, client, args) as Promise<unknown>)
    saw(age)
    return answer
  }
  return {
    pool,
    query: async (args) => {
      const client = await pool.connect()
      try {
        const answer = await run(client, args)
        client.release()
        return answer
      } catch (error) {
        // The next connection may lead to another standby.
        client.release(true)
        throw error
      }
    },
  }
}
