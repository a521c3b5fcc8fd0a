import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import type { Answer } from '#server/testing/fault/answer.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/fault/small-disk.ts'
import { startWork } from '#server/testing/fault/work.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { copyPreparedPglite } from '#server/testing/prepared/pglite.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const slowly = { timeout: 30_000 }
const sentence = "The clinic can't save anything at the moment. Nothing was changed; please try again later."

let disk: SmallDisk | undefined
let server: Server | undefined
let dataDir: string

beforeEach(async (context) => {
  const mounted = mountSmallDisk(160)
  if (typeof mounted === 'string') context.skip(mounted)
  else disk = mounted
  dataDir = join(disk?.folder ?? '', 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  if (engine.kind === 'pglite') await copyPreparedPglite(dataDir)
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  disk?.remove()
  disk = undefined
})

async function start(env: Record<string, string> = {}) {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    emptyFolder: true,
    env: { DATA_DIR: dataDir, DEMO: 'on', BOOKING_MAX_UPCOMING: '1000', ...env },
  })
  return server
}

const isUnavailable = ({ status }: { status: number }) => status === 503

if (engine.kind === 'pglite') {
  it('refuses writes while the disk is full, goes on reading, and needs no restart', async () => {
    const { url, kill, restart, log } = await start()
    const work = await startWork(url)
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(20)
    disk?.fill()
    const full = work.elapsed()
    const during = () => work.failures().filter(({ at }) => at > full)
    await expect.poll(() => during().filter(isUnavailable).length, slowly).toBeGreaterThan(30)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    disk?.free()
    const confirmed = work.confirmed()
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(confirmed + 20)
    await work.stop()

    const refused = during().filter(isUnavailable)
    expect(refused.filter(({ body }) => !body.includes(sentence))).toEqual([])
    expect(during().filter(({ call, status }) => call === 'read' || status === 0 || status === 500)).toEqual([])
    // At once, or as slowly as this machine reads meanwhile. Calls that were sent earlier waited while this process
    // filled the disk.
    const slowest = (answers: Answer[]) =>
      Math.max(...answers.filter(({ at, ms }) => at - ms > full).map(({ ms }) => ms))
    const reads = work.answers.filter(({ call }) => call === 'read')
    expect(slowest(refused)).toBeLessThan(Math.max(1_000, 3 * slowest(reads)))
    expect(log()).toContain('is nearly full: the embedded database is read-only')
    expect(log()).toContain('has room again')
    expect((await work.compare()).wrong).toEqual([])
    await kill('SIGKILL')
    await restart()
    expect((await work.compare()).wrong).toEqual([])
  })

  it('does not start while the disk is nearly full, and says so in one line', async () => {
    disk?.fill(16 * 1024 * 1024)
    await expect(start()).rejects.toThrow(/The disk of .* is nearly full: .* at least 32 MB of free space\n$/)
  })

  it('refuses what needs the database while the file system is read-only, and needs no restart', async () => {
    const flag = join(disk?.folder ?? '', 'read-only')
    const preload = `${import.meta.dirname}/../../../testing/fault/preload/read-only.ts`
    const { url, log } = await start({ NODE_OPTIONS: `--import ${preload}`, READ_ONLY_FLAG: flag })
    const work = await startWork(url)
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(20)
    writeFileSync(flag, '')
    const isReady = async () => (await fetch(`${url}/readyz`)).status === 200
    await expect.poll(isReady, slowly).toBe(false)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await expect.poll(() => work.failures().filter(isUnavailable).length, slowly).toBeGreaterThan(30)
    rmSync(flag)
    const confirmed = work.confirmed()
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(confirmed + 20)
    await work.stop()
    expect(work.failures().filter(({ status }) => status === 0 || status === 500)).toEqual([])
    // A call that waits for the database gives up after five seconds.
    expect(Math.max(...work.failures().map(({ ms }) => ms))).toBeLessThan(5_000)
    expect(log()).toContain("can't be written (read-only file system) and is opened again")
    expect((await work.compare()).wrong).toEqual([])
  })
} else {
  it('sends emails later if the disk of the outbox is full', async () => {
    const { url } = await start()
    const work = await startWork(url, 2)
    disk?.fill()
    const confirmed = work.confirmed()
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(confirmed + 5)
    await work.stop()
    expect(work.failures().filter(({ status }) => status === 0 || status >= 500)).toEqual([])
    const [first] = work.known()
    disk?.free()
    await expect.poll(() => mailsTo(dataDir, first?.patient.email ?? ''), slowly).not.toEqual([])
  })
}

it('does not start in a folder that is read-only, and says so in one line', async () => {
  disk?.setReadOnly(true)
  await expect(start()).rejects.toThrow(/\nDATA_DIR ".*" can't be written: EROFS.*\n$/)
})
