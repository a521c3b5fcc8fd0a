import type { Migrations } from '#server/backup/backup.ts'
import { productTables } from '#server/database/session/migrations.ts'

/** Returns the migrations of the product and of the sandbox, which only this loads if the sandbox is not in use. */
export async function loadMigrations(): Promise<Migrations> {
  const { sandboxTables } = await import('#server/sandbox/tables.ts')
  return { public: productTables, sandbox: sandboxTables }
}
