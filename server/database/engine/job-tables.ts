import { PgBoss } from 'pg-boss'
import type { ExecuteSql } from '../db.ts'

/** Creates or migrates the tables of the background jobs. Call it on one instance at a time, because pg-boss's own lock
 *  does not cover the creation. */
export async function prepareJobTables(executeSql: ExecuteSql): Promise<void> {
  const boss = new PgBoss({ db: { executeSql }, schedule: false, supervise: false })
  // Without a listener, an error event would end the process. `start` rejects on errors that matter.
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
