import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { oldestCompatible } from '#server/database/session/migrate.ts'
import { startWork } from '#server/testing/fault/work.ts'
import { type Pair, startPair } from '#server/testing/pair.ts'

/** The commit of the previous release. Change it at each release. */
const previousRelease = '5dfbef2159350ad6976c734c1edb673bc1815d5d'

const engine = inject('engine')
let pair: Pair | undefined
afterAll(() => pair?.stop())

// A copy of the source without its history can't run this.
describe.skipIf(engine.kind !== 'postgres' || !canShow(previousRelease))('during an update', () => {
  it('the previous release serves the new schema beside this one', { timeout: 240_000 }, async () => {
    pair = await startPair({
      databaseServer: engine.kind === 'postgres' ? engine.url : '',
      secondFolder: checkOut(previousRelease),
      env: { BOOKING_MAX_UPCOMING: '1000' },
    })
    const work = await startWork(pair.url, 4)
    await expect.poll(work.confirmed, { timeout: 60_000 }).toBeGreaterThan(200)
    await work.stop()
    expect(work.failures()).toEqual([])
    expect((await work.compare()).wrong).toEqual([])
    // A start without an admin warns, and gives the link that makes one.
    const warnings = pair.log().match(/.*"level":[456]0.*/g) ?? []
    expect(warnings.filter((line) => !line.includes('no admin yet'))).toEqual([])
  })

  it('the tables are declared for the previous release', () => {
    const journal = 'server/database/migrations/meta/_journal.json'
    const text = execFileSync('git', ['show', `${previousRelease}:${journal}`], { encoding: 'utf8' })
    expect(JSON.parse(text).entries.at(-1).tag).toBe(oldestCompatible)
  })
})

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
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const inRelease = execFileSync('git', ['ls-tree', '--name-only', commit], { encoding: 'utf8' }).split('\n')
  const needed = ['server', 'sandbox', 'contract', 'package.json', 'package-lock.json', '.npmrc']
  const parts = needed.filter((part) => inRelease.includes(part))
  const archive = execFileSync('git', ['archive', commit, ...parts], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // As the setup does, and for its reason, `install` instead of `ci` (scripts/setup/packages.mjs).
  const options = ['--no-save', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'pipe' })
  return folder
}
