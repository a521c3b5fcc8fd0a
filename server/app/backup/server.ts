import { offerBackups } from '#server/backup/socket/socket.ts'
import { spooledBackup } from '#server/backup/socket/spool.ts'
import { recordBackup } from '#server/backup/store.ts'
import type { AppDeps } from '../deps.ts'
import { loadMigrations } from './migrations.ts'

/** Lets `npm run backup` read the embedded database while this server has it open. `close` ends that. */
export async function openBackups({
  config: { dataDir },
  database: { engine, withSession },
  log,
}: Pick<AppDeps, 'config' | 'database' | 'log'>): Promise<{ close: () => Promise<void> }> {
  if (engine !== 'pglite') return { close: async () => {} }
  const onRead = (heldMs: number) => log.info({ heldMs }, 'the database was read for a backup')
  try {
    return await offerBackups(dataDir, {
      backup: () => spooledBackup({ dataDir, withSession, loadMigrations, onRead }),
      record: (at) => withSession((session) => recordBackup(session, at)),
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    log.warn({ code }, 'DATA_DIR has no place for a socket: stop the server to make a backup')
    return { close: async () => {} }
  }
}
