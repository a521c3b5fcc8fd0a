import type { Db } from '#server/database/db.ts'
import { lastBackup } from '#server/database/schema/backup.ts'
import type { Session } from '#server/database/session/session.ts'

/** Records that a backup of the database as it was `at` this time, in ISO 8601, is complete. */
export async function recordBackup(session: Session, at: string): Promise<void> {
  await session.query(
    `INSERT INTO last_backup (id, at) VALUES (1, $1)
      ON CONFLICT (id) DO UPDATE SET at = greatest(last_backup.at, excluded.at)`,
    [at],
  )
}

/** Returns when the newest complete backup read the database; undefined without one. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const [found] = await db.select({ at: lastBackup.at }).from(lastBackup)
  return found?.at
}
