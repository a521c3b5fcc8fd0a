import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { z } from 'zod'

const schemaFolder = join(import.meta.dirname, '../schema')
const migrations = join(import.meta.dirname, '../migrations')
const journal = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) })

test('the migrations produce the schema', { timeout: 60_000 }, async () => {
  const files = readdirSync(schemaFolder).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(files.map((file) => import(join(schemaFolder, file))))
  const last = readdirSync(join(migrations, 'meta'))
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1)
  const snapshot = JSON.parse(readFileSync(join(migrations, 'meta', last ?? ''), 'utf8'))
  const missing = await generateMigration(snapshot, generateDrizzleJson(Object.assign({}, ...modules)))
  expect(missing, 'server/database/schema has changed: run npm run migration -- NAME').toEqual([])
})

test('the journal lists every migration in order', () => {
  const { entries } = journal.parse(JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')))
  const files = readdirSync(migrations).filter((file) => file.endsWith('.sql'))
  expect(files, 'run npm run migration -- NAME --custom for SQL of your own').toEqual(
    entries.map(({ tag }) => `${tag}.sql`),
  )
  expect(entries.map(({ idx }) => idx)).toEqual(files.map((file) => Number(file.slice(0, 4))))
})
