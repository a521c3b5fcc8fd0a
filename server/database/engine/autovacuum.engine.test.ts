import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { vacuumChanged } from './autovacuum.ts'
import { openPglite } from './pglite.ts'

// PostgreSQL has a process that does this.
describe.runIf(inject('engine').kind === 'pglite')('a table of the embedded database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => database.executeSql('DROP TABLE IF EXISTS counted; CREATE TABLE counted (n int, filler text)'))

  const addRows = (count: number) =>
    database.executeSql(`INSERT INTO counted SELECT n, 'some text' FROM generate_series(1, ${count}) AS n`)

  /** Vacuums what has changed, and returns what was done to the table. */
  async function commands(): Promise<string[]> {
    const sent: string[] = []
    // Else it counts the changes of the last second later.
    await database.executeSql('SELECT pg_stat_force_next_flush()')
    await vacuumChanged((text, values) => {
      if (text.endsWith('counted')) sent.push(text.replace(/ \S+$/, ''))
      return database.executeSql(text, values)
    })
    return sent
  }

  it('is planned for the rows that it has once these are many', async () => {
    await addRows(900)
    expect(await commands()).toEqual(['VACUUM (ANALYZE)'])
    const { rows } = await database.executeSql(`SELECT reltuples::int AS count FROM pg_class WHERE relname = 'counted'`)
    expect(rows).toEqual([{ count: 900 }])
    expect(await commands()).toEqual([])
  })

  it('gets rid of the rows that were replaced', async () => {
    await addRows(900)
    await commands()
    const size = async () => (await database.executeSql(`SELECT pg_relation_size('counted')::int AS bytes`)).rows
    await database.executeSql('UPDATE counted SET n = n + 1')
    expect(await commands()).toEqual(['VACUUM (ANALYZE)'])
    const before = await size()
    await database.executeSql('UPDATE counted SET n = n + 1')
    expect(await size()).toEqual(before)
  })

  it('is left alone while few rows change, and while the disk is nearly full', async () => {
    await addRows(900)
    await commands()
    await database.executeSql('UPDATE counted SET n = 0 WHERE n <= 20')
    expect(await commands()).toEqual([])
    await database.executeSql('UPDATE counted SET n = 0')
    await database.executeSql('SET default_transaction_read_only = true')
    expect(await commands()).toEqual([])
    await database.executeSql('SET default_transaction_read_only = false')
    expect(await commands()).toEqual(['VACUUM (ANALYZE)'])
  })

  it('is looked at once a minute while a server has it open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-vacuum-'))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const open = await openPglite(folder)
    try {
      await open.executeSql('CREATE TABLE many AS SELECT generate_series(1, 30000) AS n')
      vi.advanceTimersByTime(60_000)
      const analyzed = `SELECT FROM pg_class WHERE relname = 'many' AND reltuples = 30000`
      await vi.waitFor(async () => expect((await open.executeSql(analyzed)).rows).toHaveLength(1), { timeout: 10_000 })
    } finally {
      vi.useRealTimers()
      await open.close()
      rmSync(folder, { recursive: true })
    }
  })
})
