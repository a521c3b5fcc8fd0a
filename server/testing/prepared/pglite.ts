import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/db.ts'
import { createPglite, openPglite, preparePglite } from '#server/database/engine/pglite.ts'
import { seed } from '#server/database/seed.ts'
import { addTestData, preparation } from './test-data.ts'

const cache = 'node_modules/.cache'

/** Opens an embedded database in memory: a copy of one with the test data. */
export async function loadPreparedPglite(): Promise<Database> {
  const dump = join(cache, `pglite-${preparation()}.tar`)
  if (!existsSync(dump)) await writeDump(dump)
  return preparePglite(await createPglite({ loadDataDir: await openAsBlob(dump) }))
}

/** Puts a migrated and seeded embedded database into `dataDir`, private as a server leaves it. Creating one there takes several seconds. */
export async function copyPreparedPglite(dataDir: string): Promise<void> {
  const prepared = join(cache, `pglite-${preparation()}`)
  if (!existsSync(prepared)) await prepareFolder(prepared)
  const folder = join(dataDir, 'db')
  cpSync(join(prepared, 'db'), folder, { recursive: true })
  chmodSync(folder, 0o700)
}

async function writeDump(file: string) {
  const client = await createPglite()
  await addTestData(await preparePglite(client))
  const blob = await client.dumpDataDir('none')
  await client.close()
  mkdirSync(cache, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await blob.arrayBuffer()))
  try {
    // A rename would replace a dump that another test file made meanwhile and is reading.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}

async function prepareFolder(folder: string) {
  const draft = `${folder}.${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  const { db, close } = await openPglite(draft)
  await seed(db)
  await close()
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another worker was faster.
    rmSync(draft, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}
