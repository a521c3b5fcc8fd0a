import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { loadMigrations } from '#server/app/backup/migrations.ts'
import { contentsOf } from '#server/backup/testing/contents.ts'
import { fillEveryTable } from '#server/backup/testing/every-table.ts'
import { newPlace, type Place, runScript } from '#server/backup/testing/places.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { timeZone } from '#server/testing/prepared/old-database.ts'
import { type Comparison, move } from './move.ts'

const hasPostgres = inject('engine').kind === 'postgres'

let source: Place
let target: TestDatabase
beforeEach(async () => {
  source = await newPlace('pglite')
  await source.use(fillEveryTable)
  target = await freshDatabase()
})
afterEach(async () => {
  await target.close()
  await source.remove()
})

const contentsOfSource = () => source.use(({ withSession }) => contentsOf(withSession))

it.runIf(hasPostgres)('copies an embedded database to PostgreSQL, compares all rows and says what to set', async () => {
  const before = await contentsOfSource()
  const url = target.url ?? ''

  const env = { ...source.env, DATABASE_URL: url }
  const { code, output, errors } = await runScript('move', [], env)

  expect([code, errors]).toEqual([0, ''])
  expect(await contentsOf(target.withSession)).toEqual(before)
  expect(await contentsOfSource()).toEqual(before)
  for (const [table, { rows, checksum }] of Object.entries(before)) {
    expect(output).toMatch(new RegExp(`^${table} +${rows} +${rows} +${checksum} +same$`, 'm'))
  }
  expect(output).toContain(`AUTH_SECRET to the contents of ${source.env.DATA_DIR}/auth-secret`)
  expect(output).not.toContain(new URL(url).password)
  expect(existsSync(join(source.env.DATA_DIR, 'move.backup'))).toBe(false)

  const again = await runScript('move', [], env)
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('has data')])
  await source.use(async () => {
    const used = await runScript('move', [], env)
    expect([used.code, used.errors]).toEqual([1, expect.stringContaining('is in use by another process')])
  })
})

it('takes no address from its arguments, which other users of the machine can read', async () => {
  const address = 'postgres://clinic:hunter2@127.0.0.1:1/clinic'
  const refused = await runScript('move', [address], source.env)
  expect([refused.code, refused.output, refused.errors]).toEqual([
    1,
    '',
    'Other users of this machine can read an address in the arguments: set DATABASE_URL to it instead\n',
  ])
  const without = await runScript('move', [], source.env)
  expect([without.code, without.errors]).toEqual([
    1,
    'Set DATABASE_URL to the PostgreSQL that the embedded database moves to\n',
  ])
})

it('moves nothing if a row differs, and writes rows to the disk encrypted only', async () => {
  const before = await contentsOf(target.withSession)
  const compared: Comparison[] = []
  const starts = new Set<string>()
  const moving = source.use(async ({ withSession }) =>
    move(
      withSession,
      (work) =>
        target.withSession((session) =>
          work({
            ...session,
            writeRows: async (table, blocks) => {
              await session.writeRows(table, blocks)
              starts.add(readFileSync(join(source.env.DATA_DIR, 'move.backup')).toString('latin1', 0, 22))
              if (table.table === 'mail') await session.query(`UPDATE mail SET recipient = 'bob@example.org'`)
            },
          }),
        ),
      {
        folder: source.env.DATA_DIR,
        migrations: await loadMigrations(),
        timeZone,
        target: { name: 'test', replace: undefined },
        onCompared: (tables) => compared.push(...tables),
      },
    ),
  )
  await expect(moving).rejects.toThrow('The copy differs: nothing was moved')
  const different = compared.filter(({ source, target }) => source.checksum !== target.checksum)
  expect(different.map(({ table }) => table)).toEqual(['public.mail'])
  expect(await contentsOf(target.withSession)).toEqual(before)
  expect([...starts]).toEqual(['age-encryption.org/v1\n'])
})
