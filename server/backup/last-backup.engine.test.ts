import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, inject, it } from 'vitest'
import { newPlace, runScript } from '#server/backup/testing/places.ts'
import { startServer } from '#server/testing/server-process.ts'
import { freePort } from '#testbed/free-port.ts'
import { findLastBackup } from './store.ts'

const engine = inject('engine')
const folder = mkdtempSync(join(tmpdir(), 'clinic-last-backup-'))
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function place() {
  const found = await newPlace()
  cleanUp.push(found.remove)
  return found
}

it('keeps when the last complete backup was made, and not of one that failed', async () => {
  const { env, use } = await place()
  const lastBackup = () => use(({ db }) => findLastBackup(db))
  expect(await lastBackup()).toBeUndefined()

  const file = join(folder, 'first.backup')
  const before = Date.now()
  expect(await runScript('backup', [file], env)).toMatchObject({ code: 0, errors: '' })
  const made = await lastBackup()
  expect(made?.getTime()).toBeGreaterThanOrEqual(before)
  expect(made?.getTime()).toBeLessThanOrEqual(Date.now())

  expect(await runScript('backup', [file], env)).toMatchObject({ code: 1 })
  expect(await lastBackup()).toEqual(made)
})

it('makes a backup of a database that can’t keep it, and says so', async () => {
  const { env, use } = await place()
  await use(({ executeSql }) => executeSql('DROP TABLE last_backup'))
  const { code, output } = await runScript('backup', [join(folder, 'older.backup')], env)
  expect(code).toBe(0)
  expect(output).toContain('read again and complete\n')
  expect(output).toContain('The database could not record that, so alerts about missing backups go on: ')
})

it('a server tells when the last backup was made, also after a restart', async () => {
  const port = await freePort()
  const server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { METRICS_PORT: String(port) },
  })
  cleanUp.push(server.stop)
  const lastBackup = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/^clinic_backup_last_success_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  }
  expect(await lastBackup()).toBe(0)

  const before = Date.now() / 1_000
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl ?? '' }
  expect(await runScript('backup', [join(folder, 'running.backup')], env)).toMatchObject({ code: 0, errors: '' })
  // The state is read at most every 15 seconds.
  await expect.poll(lastBackup, { timeout: 30_000, interval: 500 }).toBeGreaterThan(before)
  const made = await lastBackup()
  await server.restart()
  expect(await lastBackup()).toBe(made)
})
