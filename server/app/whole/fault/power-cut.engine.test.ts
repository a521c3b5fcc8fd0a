import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { copyAfterPowerCut, cuts } from '#server/app/whole/testing/power-cut.ts'
import { startWork, type Work } from '#server/testing/fault/work.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// COPIES=20 runs the long form.
const copies = Number(process.env.COPIES ?? 2)
const slowly = { timeout: 30_000 }
const recorder = `${import.meta.dirname}/../../../testing/fault/preload/record-syncs.ts`

let server: Server | undefined
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-cuts-'))
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  rmSync(folder, { recursive: true })
})

/** Replaces the database of a server that was killed, and starts it. */
async function startOn(copy: string, { dataDir, restart }: Server) {
  rmSync(join(dataDir, 'db'), { recursive: true })
  renameSync(copy, join(dataDir, 'db'))
  await restart()
}

/** Stops a process, and returns when all its threads stand still. */
function stopNow(pid: number) {
  process.kill(pid, 'SIGSTOP')
  const threads = `/proc/${pid}/task`
  const isRunning = (thread: string) => !/^\d+ \(.*\) T/.test(readFileSync(join(threads, thread, 'stat'), 'utf8'))
  while (readdirSync(threads).some(isRunning));
}

// Linux says there which file a descriptor is.
const hasProc = existsSync('/proc/self/fd')

// PostgreSQL's own promise is tested where it is developed.
describe.runIf(inject('engine').kind === 'pglite' && hasProc)('the embedded database', () => {
  it('keeps what it confirmed through power cuts under load', { timeout: 60_000 + copies * 30_000 }, async () => {
    const synced = join(folder, 'synced')
    const recording = { NODE_OPTIONS: `--import ${recorder}`, SYNCED_DIR: synced }
    const started = await startServer({ env: { BOOKING_MAX_UPCOMING: '1000', ...recording } })
    server = started
    const work = await startWork(started.url)
    const taken: { copy: string; known: ReturnType<Work['known']> }[] = []
    for (let number = 0; number < copies; number += 1) {
      const wanted = work.confirmed() + 15
      await expect.poll(work.confirmed, slowly).toBeGreaterThan(wanted)
      stopNow(started.pid())
      const known = work.known()
      const copy = join(folder, `${number}`)
      copyAfterPowerCut(join(started.dataDir, 'db'), copy, synced, cuts[number % cuts.length] ?? 'lose all', number)
      process.kill(started.pid(), 'SIGCONT')
      taken.push({ copy, known })
    }
    await work.stop()

    for (const { copy, known } of taken) {
      await started.kill('SIGKILL')
      await startOn(copy, started)
      expect((await work.compare(known)).wrong).toEqual([])
    }
    const next = await startWork(started.url, 2)
    await expect.poll(next.confirmed, slowly).toBeGreaterThan(10)
    await next.stop()
    expect((await next.compare()).wrong).toEqual([])
  })
})
