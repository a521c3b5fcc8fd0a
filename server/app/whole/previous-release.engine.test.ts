import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { countRowsIn, listTables } from '#server/backup/catalog.ts'
import { version } from '#server/config/version.ts'
import { openPgliteSessions } from '#server/database/engine/pglite.ts'
import { oldestCompatible, releases } from '#server/database/releases.ts'
import { sessionsAt } from '#server/database/session/postgres-session.ts'
import { startWork } from '#server/testing/fault/work.ts'
import { type Pair, startPair } from '#server/testing/pair.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const databaseServer = engine.kind === 'postgres' ? engine.url : undefined

/** The newest release before this version. */
const previous = releases.filter((release) => release.version !== version).at(-1)
const placeOf = (name: string | undefined) => releases.findIndex((release) => release.version === name)
/** Whether both may serve one database during an update. */
const servesBeside = placeOf(previous?.version) >= placeOf(oldestCompatible)
const commit = previous?.commit ?? ''

// A copy of the source without its history can't run these.
describe.skipIf(!canShow(commit))('the previous release', () => {
  it('has the migration that the table of releases names', () => {
    const journal = 'server/database/migrations/meta/_journal.json'
    const text = execFileSync('git', ['show', `${commit}:${journal}`], { encoding: 'utf8' })
    expect(JSON.parse(text).entries.at(-1).tag).toBe(previous?.newestMigration)
    const manifest = execFileSync('git', ['show', `${commit}:package.json`], { encoding: 'utf8' })
    expect(JSON.parse(manifest).version).toBe(previous?.version)
  })

  describe.runIf(servesBeside && engine.kind === 'postgres')('during an update', () => {
    let pair: Pair | undefined
    afterAll(() => pair?.stop())

    it('serves the new schema beside this one', { timeout: 240_000 }, async () => {
      pair = await startPair({
        databaseServer: databaseServer ?? '',
        secondFolder: checkOut(commit),
        env: { BOOKING_MAX_UPCOMING: '1000' },
      })
      const work = await startWork(pair.url, 4)
      await expect.poll(work.confirmed, { timeout: 60_000 }).toBeGreaterThan(200)
      await work.stop()
      expect(work.failures()).toEqual([])
      expect((await work.compare()).wrong).toEqual([])
      // A start without an admin warns, and gives the link that makes one.
      const warnings = pair.log().match(/.*"level":[456]0.*/g) ?? []
      const isExpected = (line: string) => /no admin yet|No email is sent|No text message is sent/.test(line)
      expect(warnings.filter((line) => !isExpected(line))).toEqual([])
    })
  })

  describe.skipIf(servesBeside)('before an update that stops all instances', () => {
    let server: Server | undefined
    afterEach(() => server?.stop())

    it('hands all its rows over, and says at its next start that they are too new for it', {
      timeout: 240_000,
    }, async () => {
      const folder = checkOut(commit)
      const env = { BOOKING_MAX_UPCOMING: '1000', DEMO: 'on' }
      server = await startServer({ databaseServer, folder, emptyFolder: true, env })
      const work = await startWork(server.url, 4)
      await expect.poll(work.confirmed, { timeout: 60_000 }).toBeGreaterThan(60)
      await work.stop()
      await server.kill('SIGTERM')
      const before = await countRows(server)
      expect(before.booking).toBeGreaterThan(30)

      await server.restart(process.cwd())
      expect((await work.compare()).wrong).toEqual([])
      await server.kill('SIGTERM')
      expect(await countRows(server)).toMatchObject({
        ...before,
        mail: expect.toSatisfy((n) => n >= (before.mail ?? 0)),
      })

      const line = new RegExp(`it has the tables of release ${version}, and this one is older: start ${version}, or `)
      await expect(server.restart(folder)).rejects.toThrow(line)
    })
  })
})

/** Returns the number of rows of each table. No server may run on the embedded database. */
async function countRows({ databaseUrl, dataDir }: Server): Promise<Record<string, number>> {
  const opened = databaseUrl
    ? { withSession: sessionsAt(databaseUrl), close: async () => {} }
    : await openPgliteSessions(dataDir)
  try {
    return await opened.withSession(async (session) => {
      const counts: Record<string, number> = {}
      for (const table of await listTables(session, ['public'])) counts[table.table] = await countRowsIn(session, table)
      return counts
    })
  } finally {
    await opened.close()
  }
}

function canShow(commit: string) {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Checks a release out with the packages of its own lock file, and returns its folder. It stays for the next run. */
function checkOut(commit: string) {
  const folder = join(process.cwd(), '.cache', 'previous-release', commit)
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return folder
  mkdirSync(dirname(folder), { recursive: true })
  // The tests of both engines check it out at the same time.
  const draft = mkdtempSync(`${folder}.`)
  const inRelease = execFileSync('git', ['ls-tree', '--name-only', commit], { encoding: 'utf8' }).split('\n')
  const needed = ['server', 'sandbox', 'contract', 'package.json', 'package-lock.json', '.npmrc']
  const parts = needed.filter((part) => inRelease.includes(part))
  const archive = execFileSync('git', ['archive', commit, ...parts], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', draft], { input: archive })
  // As the setup does, and for its reason, `install` instead of `ci` (scripts/setup/packages.mjs).
  const options = ['--no-save', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options], { cwd: draft, stdio: 'pipe' })
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true })
  }
  return folder
}
