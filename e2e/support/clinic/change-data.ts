import { pino } from 'pino'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { session } from '#server/database/schema/auth.ts'
import type { Server } from '#server/testing/server-process.ts'

/** Changes the data of a server. The embedded database admits one process, so the server restarts around the change. */
export async function changeData(
  { databaseUrl, dataDir, kill, restart }: Server,
  change: (db: Db) => Promise<unknown>,
) {
  if (!databaseUrl) await kill('SIGTERM')
  const database = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  await change(database.db)
  await database.close()
  if (!databaseUrl) await restart()
}

/** Makes all sessions look unused for a while. */
export function leaveUnused(server: Server, minutes: number): Promise<void> {
  const usedAt = new Date(Date.now() - minutes * 60_000)
  return changeData(server, (db) => db.update(session).set({ usedAt }))
}
