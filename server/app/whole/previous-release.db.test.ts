import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { oldestCompatible } from '#server/database/session/migrate.ts'
import { type Pair, startPair } from '#server/testing/cluster/pair.ts'
import { startWork } from '#server/testing/fault/work.ts'

/** The commit of the previous release. Change it at each release. */
const previousRelease = '1bbfb6de76f3f342f10a969a32c71fa66c1db326'

const engine = inject('engine')
let pair: Pair | undefined
let folder: string | undefined
afterAll(async () => {
  await pair?.stop()
  if (folder) rmSync(folder, { recursive: true })
})

// A copy of the source without its history can't run this.
describe.skipIf(engine.kind !== 'postgres' || !canShow(previousRelease))('during an update', () => {
  it('the previous release serves the new schema beside this one', { timeout: 120_000 }, async () => {
    folder = checkOut(previousRelease)
    pair = await startPair({
      databaseServer: engine.kind === 'postgres' ? engine.url : '',
      secondFolder: folder,
      env: { BOOKING_MAX_UPCOMING: '1000' },
    })
    const work = await startWork(pair.url, 4)
    await expect.poll(work.confirmed, { timeout: 60_000 }).toBeGreaterThan(200)
    await work.stop()
    expect(work.failures()).toEqual([])
    expect((await work.compare()).wrong).toEqual([])
    expect(pair.log()).not.toMatch(/"level":[456]0/)
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

function checkOut(commit: string) {
  const target = mkdtempSync(join(tmpdir(), 'clinic-previous-'))
  const parts = ['server', 'contract', 'package.json']
  const archive = execFileSync('git', ['archive', commit, ...parts], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', target], { input: archive })
  symlinkSync(join(process.cwd(), 'node_modules'), join(target, 'node_modules'))
  return target
}
