import { PgBoss } from 'pg-boss'
import type { TestDatabase } from './database.ts'

type Job = {
  state: string
  attempts: number
  /** Seconds until it is due. */
  waitSeconds: number
}

/** Returns the jobs of a queue in the order of their creation. */
export async function jobsIn({ executeSql }: TestDatabase, queue: string): Promise<Job[]> {
  const { rows } = await executeSql(
    `SELECT state, retry_count + (started_on IS NOT NULL)::int AS attempts,
       ceil(extract(epoch FROM start_after - now()))::int AS "waitSeconds"
     FROM pgboss.job WHERE name = $1 ORDER BY created_on, id`,
    [queue],
  )
  return rows as Job[]
}

/** Makes every waiting job of a queue due now. */
export async function makeDue({ executeSql }: TestDatabase, queue: string): Promise<void> {
  await executeSql(`UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state < 'active'`, [queue])
}

/** Deletes every job of a queue. */
export async function emptyQueue({ executeSql }: TestDatabase, queue: string): Promise<void> {
  await executeSql('DELETE FROM pgboss.job WHERE name = $1', [queue])
}

/** Makes the finished jobs of a queue due again, as if their instance had died before it marked them as done. */
export async function repeatFinished({ executeSql }: TestDatabase, queue: string): Promise<void> {
  await executeSql(`UPDATE pgboss.job SET state = 'retry' WHERE name = $1 AND state = 'completed'`, [queue])
}

/** Takes a job and never finishes it, like an instance that dies. Resolves to false if none is due. */
export async function abandonJob({ executeSql }: TestDatabase, queue: string): Promise<boolean> {
  const boss = new PgBoss({ db: { executeSql } })
  return (await boss.fetch(queue)).length > 0
}

/** Expires the heartbeats of the running jobs of a queue, so that another instance can take them over. */
export async function expireHeartbeats(database: TestDatabase, queue: string): Promise<void> {
  const { executeSql } = database
  const isRunning = `state = 'active' AND name = $1`
  await executeSql(`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE ${isRunning}`, [queue])
  await executeSql('UPDATE pgboss.queue SET monitor_claim_on = NULL')
  await new PgBoss({ db: { executeSql } }).supervise()
  await makeDue(database, queue)
}
