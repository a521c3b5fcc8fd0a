import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { addressOf } from '#server/database/session/postgres-session.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { copyPreparedPglite } from '#server/testing/prepared/pglite.ts'
import { nodeArgs } from '#testbed/node-args.ts'

/** A database that no process has open, with the settings that name it. */
export type Place = {
  /** What --replace takes. */
  name: string
  env: { DATA_DIR: string; DATABASE_URL: string }
  /** Opens the database for `work` and closes it. */
  use: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  remove: () => Promise<void>
}

/** Returns a prepared database on the engine of the running Vitest project, or on `kind`. */
export async function newPlace(kind: 'pglite' | 'postgres' = inject('engine').kind): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-place-'))
  const database = kind === 'postgres' ? await freshDatabase() : undefined
  if (!database) await copyPreparedPglite(dataDir)
  const databaseUrl = database?.url
  return {
    name: databaseUrl ? addressOf(databaseUrl) : dataDir,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    use: async (work) => {
      const opened = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
      try {
        return await work(opened)
      } finally {
        await opened.close()
      }
    },
    remove: async () => {
      await database?.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

const scripts = {
  admin: 'server/app/admin/admin.ts',
  backup: 'server/app/backup/backup.ts',
  move: 'server/app/backup/move.ts',
  restore: 'server/app/backup/restore.ts',
}

/** Runs `npm run NAME -- ARGS` without npm. Kills it with SIGKILL as soon as its output contains `killAt`. */
export async function runScript(
  name: keyof typeof scripts,
  args: string[],
  env: Record<string, string>,
  killAt?: string,
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [...nodeArgs, scripts[name], ...args], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compile',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (killAt && output.includes(killAt)) child.kill('SIGKILL')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output, errors }
}
