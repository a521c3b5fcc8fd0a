import fs, { existsSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { Database } from '#server/database/db.ts'
import { isUncertain } from '#server/database/pool/failure.ts'
import { copyPreparedPglite } from '#server/testing/prepared/pglite.ts'
import { createPglite, openPglite } from '../pglite.ts'
import { Instance } from './instance.ts'

let dataDir: string
let database: Database | undefined
let lines: string[]
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'clinic-instance-'))
  await copyPreparedPglite(dataDir)
  lines = []
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await database?.close()
  database = undefined
  rmSync(dataDir, { recursive: true })
})

async function open() {
  database = await openPglite(dataDir, { report: (line) => lines.push(line) })
  return database.executeSql
}

// Linux says there which file a descriptor is.
const hasProc = existsSync('/proc/self/fd')

/** Watches syncs of the log, which can be held up, or fail. */
function spyOnSync() {
  const { fsync } = fs
  const held: (() => void)[] = []
  let mode: 'sync' | 'hold' | 'fail' = 'sync'
  const spy = vi.spyOn(fs, 'fsync').mockImplementation(((file: number, done: (error: Error | null) => void) => {
    if (mode === 'fail') done(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }))
    else if (mode === 'hold') held.push(() => fsync(file, done))
    else fsync(file, done)
  }) as typeof fsync)
  syncBuiltinESMExports()
  return {
    count: () => spy.mock.calls.length,
    hold: () => {
      mode = 'hold'
    },
    fail: () => {
      mode = 'fail'
    },
    release: () => {
      mode = 'sync'
      for (const run of held.splice(0)) run()
    },
    restore: () => {
      spy.mockRestore()
      syncBuiltinESMExports()
    },
  }
}

/** Makes writes to the log fail as on a disk that is full, until the returned function is called. */
function failLogWrites() {
  const { writeSync } = fs
  const failing = vi.spyOn(fs, 'writeSync').mockImplementation(((...args: Parameters<typeof writeSync>) => {
    if (!readlinkSync(`/proc/self/fd/${args[0]}`).includes('/pg_wal/')) return writeSync(...args)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }) as typeof writeSync)
  return () => failing.mockRestore()
}

// Their PostgreSQL is in another process, which does all of this.
describe.runIf(inject('engine').kind === 'pglite')('the embedded database', () => {
  it('syncs each commit to the disk', async () => {
    const executeSql = await open()
    await executeSql('CREATE TABLE note (id int)')
    const sync = spyOnSync()
    for (const id of [1, 2, 3]) await executeSql('INSERT INTO note VALUES ($1)', [id])
    expect(sync.count()).toBe(3)
    sync.restore()
  })

  it('confirms a commit once it is on the disk, and no later read before it; one sync is for many commits', async () => {
    const executeSql = await open()
    await executeSql('CREATE TABLE note (id int)')
    const sync = spyOnSync()
    sync.hold()
    const confirmed: number[] = []
    const inserts = Array.from({ length: 20 }, (_, id) =>
      executeSql('INSERT INTO note VALUES ($1)', [id]).then(() => confirmed.push(id)),
    )
    const read = executeSql('SELECT count(*)::int AS count FROM note').then(({ rows }) => {
      confirmed.push(-1)
      return rows
    })
    await expect.poll(sync.count).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(confirmed).toEqual([])
    sync.release()
    await Promise.all(inserts)
    expect(await read).toEqual([{ count: 20 }])
    expect(sync.count()).toBeLessThanOrEqual(3)
    sync.restore()
  })

  it('confirms nothing that could not be synced, and is opened again', async () => {
    const executeSql = await open()
    await executeSql('CREATE TABLE note (id int)')
    const sync = spyOnSync()
    sync.fail()
    await expect(executeSql('INSERT INTO note VALUES (1)')).rejects.toSatisfy(isUncertain)
    sync.restore()
    await expect
      .poll(
        () =>
          executeSql('SELECT 1')
            .then(() => true)
            .catch(() => false),
        { timeout: 10_000 },
      )
      .toBe(true)
    expect(lines.at(-1)).toBe('the embedded database is open again')
  })

  it('runs a checkpoint every five minutes, so that its log does not grow', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const executeSql = await open()
    const redo = async () => (await executeSql('SELECT redo_lsn FROM pg_control_checkpoint()')).rows
    const before = await redo()
    await executeSql('CREATE TABLE note (id int)')
    expect(await redo()).toEqual(before)
    vi.advanceTimersByTime(5 * 60_000)
    await expect.poll(redo).not.toEqual(before)
  })

  it.runIf(hasProc)('is opened again if its log can’t be written, and keeps what it confirmed', async () => {
    const executeSql = await open()
    const heard: string[] = []
    await database?.listen({ note: (payload) => heard.push(payload) }, () => {})
    await executeSql('CREATE TABLE note (id int PRIMARY KEY)')
    await executeSql('INSERT INTO note VALUES (1)')
    const stopFailing = failLogWrites()
    await expect(executeSql('INSERT INTO note VALUES (2)')).rejects.toSatisfy(isUncertain)
    await expect(executeSql('SELECT 1')).rejects.toMatchObject({ code: '57P03' })
    stopFailing()
    const insert = () => executeSql('INSERT INTO note VALUES (3)').then(() => true)
    await expect.poll(() => insert().catch(() => false), { timeout: 10_000 }).toBe(true)
    expect((await executeSql('SELECT id FROM note ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 3 }])
    await executeSql(`NOTIFY note, 'heard again'`)
    await expect.poll(() => heard).toEqual(['heard again'])
    expect(lines).toEqual([
      "the embedded database can't be written (no space left) and is opened again",
      'the embedded database is open again',
    ])
  })

  it('is read-only while the disk is nearly full', async () => {
    const client = await createPglite()
    let isDiskLow = false
    const deps = {
      open: async () => ({ client, whenSynced: async () => {}, abandon: async () => {} }),
      isDiskLow: () => isDiskLow,
      report: () => {},
    }
    const instance = await Instance.open(deps)
    const run = async (sql: string) => {
      const query = Buffer.from(`${sql}\0`)
      const message = Buffer.concat([Buffer.from('Q\0\0\0\0'), query])
      message.writeInt32BE(query.length + 4, 1)
      return Buffer.from(await instance.run(await instance.client(), message)).toString('latin1')
    }
    expect(await run('CREATE TABLE note (id int)')).toContain('CREATE TABLE')
    isDiskLow = true
    expect(await run('INSERT INTO note VALUES (1)')).toContain('C25006')
    expect(await run('SELECT 1')).toContain('SELECT 1')
    isDiskLow = false
    expect(await run('INSERT INTO note VALUES (1)')).toContain('INSERT 0 1')
    await instance.close()
  })

  it.each([
    ['control file', 'global/pg_control', 'could not read file "global/pg_control"'],
    ['log', 'pg_wal/000000010000000000000001', 'could not locate a valid checkpoint record'],
  ])('says what to do if its %s is damaged', async (_what, name, reason) => {
    writeFileSync(join(dataDir, 'db', name), 'damaged')
    await expect(open()).rejects.toThrow(
      new RegExp(`can't be opened: ${reason}.*\\. Its files are damaged: restore a backup \\(docs/operating\\.md\\)$`),
    )
  })
})
