import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { WithSession } from '#server/database/session/session.ts'
import { backupOf, type Migrations } from '../backup.ts'

/** Dependencies of a backup by a server that other requests wait for. */
export type SpoolDeps = {
  dataDir: string
  withSession: WithSession
  loadMigrations: () => Promise<Migrations>
  /** Called with the time in milliseconds for which other queries waited. */
  onRead: (heldMs: number) => void
}

/** Yields a backup. Writes it to a file first, so that other queries wait for the reading only and not for the
 *  receiver. The file has no name while it is in use, so nothing is left of it when the process is killed. */
export async function* spooledBackup({ dataDir, withSession, loadMigrations, onRead }: SpoolDeps) {
  const migrations = await loadMigrations()
  const path = join(dataDir, 'backup.spool')
  const file = await open(path, 'w+', 0o600)
  try {
    rmSync(path)
    await withSession(async (session) => {
      const start = performance.now()
      for await (const chunk of backupOf(session, migrations)) await file.appendFile(chunk)
      onRead(Math.round(performance.now() - start))
    })
    yield* file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>
  } finally {
    await file.close()
  }
}
