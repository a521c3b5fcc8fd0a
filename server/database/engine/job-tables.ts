import { PgBoss } from 'pg-boss'
import type { ExecuteSql } from '../db.ts'

/** Creates or migrates the tables of the background jobs. One instance at a time: pg-boss's own lock lets two that create them collide. */
export async function prepareJobTables(executeSql: ExecuteSql): Promise<void> {
  const boss = new PgBoss({ db: { executeSql }, schedule: false, supervise: false })
  // Without a listener, an error would end the process; what matters rejects as well.
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
