import type { Migrations } from '#server/backup/backup.ts'
import { productTables } from '#server/database/session/migrations.ts'
import { loadSandboxTables } from '../sandbox.ts'

/** Returns the migrations of the product and of the sandbox, which only this loads if the sandbox is not in use. */
export async function loadMigrations(): Promise<Migrations> {
  return { public: productTables, sandbox: await loadSandboxTables() }
}
