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
import type { PGlite } from '@electric-sql/pglite'
import { addSampleTreatments } from '#server/app/seed/sample-treatments.ts'
import type { Database } from '#server/database/db.ts'
import { createPglite, openPglite, preparePglite } from '#server/database/engine/pglite.ts'
import { addTestData, preparation } from './test-data.ts'

const cache = 'node_modules/.cache'

/** Opens an embedded database in memory: a copy of one with the test data. */
export async function loadPreparedPglite(): Promise<Database> {
  return preparePglite(
    await loadDump(`pglite-${preparation()}`, async (client) => addTestData(await preparePglite(client))),
  )
}

/** Opens an embedded database in memory: a copy of an empty one. To create one takes three times as long. */
export function loadEmptyPglite(): Promise<PGlite> {
  return loadDump(`pglite-empty-${preparation()}`, async () => {})
}

/** Puts a migrated and seeded embedded database into `dataDir`, private as a server leaves it. Creating one there takes
 *  several seconds. */
export async function copyPreparedPglite(dataDir: string): Promise<void> {
  const prepared = join(cache, `pglite-${preparation()}`)
  if (!existsSync(prepared)) await prepareFolder(prepared)
  const folder = join(dataDir, 'db')
  cpSync(join(prepared, 'db'), folder, { recursive: true })
  chmodSync(folder, 0o700)
}

async function loadDump(name: string, fill: (client: PGlite) => Promise<void>): Promise<PGlite> {
  const dump = join(cache, `${name}.tar`)
  if (!existsSync(dump)) await writeDump(dump, fill)
  return createPglite({ loadDataDir: await openAsBlob(dump) })
}

async function writeDump(file: string, fill: (client: PGlite) => Promise<void>) {
  const client = await createPglite()
  await fill(client)
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
  await addSampleTreatments(db)
  await close()
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another worker was faster.
    rmSync(draft, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}
