import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config/config.ts'
import { reportAndExit, StartError } from '#server/config/start-error.ts'
import { addressOf, reasonOf, sessionsAt } from '#server/database/session/postgres-session.ts'
import type { WithSession } from '#server/database/session/session.ts'
import { keepPrivate } from '#server/start/private-files.ts'

/** Arguments of a command: `file` is empty if it takes none, `replace` is the value of --replace. */
export type Arguments = { file: string; replace?: string | undefined; unencrypted: boolean }

/** A database that is open without having been migrated, and the name by which an operator knows it. */
export type OpenedDatabase = { name: string; withSession: WithSession; close: () => Promise<void> }

/** Runs a command. Prints one line and exits with code 1 if it fails.
 *  @param usage how to call it; names FILE if it takes one */
export async function runCommand(
  usage: string,
  run: (config: Config, args: Arguments) => Promise<void>,
): Promise<void> {
  try {
    const config = readConfig()
    keepPrivate(config.dataDir)
    await run(config, readArguments(usage))
  } catch (error) {
    reportAndExit(
      error instanceof StartError ? error : new StartError(`It failed, and nothing was changed: ${oneLine(error)}`),
    )
  }
}

/** Prints a line for the operator. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Opens the PostgreSQL at `url`. */
export function openPostgresAt(url: string): OpenedDatabase {
  return { name: addressOf(url), withSession: sessionsAt(url), close: async () => {} }
}

/** Opens the embedded database in the data folder.
 *  @param canCreate whether to create it if it does not exist
 *  @throws FolderInUse if a server uses it, StartError if it does not exist */
export async function openFolder({ dataDir }: Config, canCreate: boolean): Promise<OpenedDatabase> {
  if (!canCreate && !existsSync(join(dataDir, 'db'))) {
    throw new StartError(`There is no database in DATA_DIR "${dataDir}", and DATABASE_URL is not set`)
  }
  const { openPgliteSessions } = await import('#server/database/engine/pglite.ts')
  return { name: dataDir, ...(await openPgliteSessions(dataDir)) }
}

function readArguments(usage: string): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'string' }, unencrypted: { type: 'boolean', default: false } },
    })
    const [file = '', ...others] = positionals
    const isComplete = usage.includes('FILE') === (file !== '') && others.length === 0
    if (isComplete) return { file, ...values }
  } catch {
    // An unknown option.
  }
  throw new StartError(`Usage: ${usage}`)
}

function oneLine(error: unknown) {
  return reasonOf(error).split('\n')[0]
}
