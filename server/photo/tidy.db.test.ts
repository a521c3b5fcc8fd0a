import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { doctor, photo } from '#server/database/schema/doctor.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type PhotoFolder, photoFolder } from './folder.ts'
import { claimUnusedPhoto, insertPhoto, publishPhoto, releasePhoto } from './store.ts'
import { startTidying } from './tidy.ts'

let database: TestDatabase
let dataDir: string
let folder: PhotoFolder
const ending: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'clinic-photo-'))
  folder = photoFolder(dataDir)
  await database.db.delete(doctor)
  await database.db.delete(photo)
})
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
  rmSync(dataDir, { recursive: true, force: true })
})

async function keep(id: string = crypto.randomUUID()) {
  await insertPhoto(database.db, id)
  await folder.write(id, { large: Buffer.from('large'), small: Buffer.from('small') })
  await publishPhoto(database.db, id, `/image/${id}`)
  return id
}

const employ = (id: string) =>
  database.db.insert(doctor).values({
    id: crypto.randomUUID(),
    name: 'Dr. Bell',
    email: `${id}@clinic.example`,
    specialty: '',
    img: `/image/${id}`,
  })
const age = (id: string) =>
  database.db.update(photo).set({ due: sql`now() - interval '1 second'` }).where(eq(photo.id, id))
const start = (on: PhotoFolder = folder) => {
  const tidying = startTidying({ db: database.db, log: pino({ level: 'silent' }), folder: on })
  ending.push(tidying.close)
  return tidying
}
const rows = async () => (await database.db.select().from(photo)).map(({ id }) => id).sort()
const files = () => readdirSync(join(dataDir, 'photos')).sort()

it('deletes the photos that no doctor has, after a day', async () => {
  const [used, fresh, unused] = [await keep(), await keep(), await keep()]
  await employ(used)
  await age(used)
  await age(unused)
  start()
  await expect.poll(rows).toEqual([fresh, used].sort())
  expect(files()).toEqual([fresh, used].sort().flatMap((id) => [`${id}-small.webp`, `${id}.webp`]))
  const [left] = await database.db.select().from(photo).where(eq(photo.id, fresh))
  expect(Number(left?.due) - Date.now()).toBeGreaterThan(23 * 3_600_000)
})

it('deletes a released photo at once, but not while another doctor has it', async () => {
  const id = await keep()
  await employ(id)
  const tidying = start()
  await releasePhoto(database.db, `/image/${id}`)
  tidying.wake()
  await tidying.close()
  expect(await rows()).toEqual([id])
  await database.db.delete(doctor)
  start()
  await expect.poll(rows).toEqual([])
  expect(files()).toEqual([])
})

it('never deletes a doctor’s photo: the database refuses', async () => {
  const id = await keep()
  await employ(id)
  const { db } = database
  await expect(db.update(photo).set({ url: null })).rejects.toMatchObject({ cause: { constraint: 'photo_of_doctor' } })
  await expect(db.delete(photo)).rejects.toMatchObject({ cause: { constraint: 'photo_of_doctor' } })
  await age(id)
  expect(await claimUnusedPhoto(db)).toBeUndefined()
})

it('continues what a dead instance had begun, after two minutes', async () => {
  const id = await keep()
  await age(id)
  const dead: PhotoFolder = { ...folder, remove: () => Promise.reject(new Error('killed')) }
  await start(dead).close()
  start()
  const [row] = await database.db.select().from(photo)
  expect([row?.url, Number(row?.due) - Date.now() > 100_000]).toEqual([null, true])
  expect(files()).toHaveLength(2)
  await age(id)
  start()
  await expect.poll(rows).toEqual([])
  expect(files()).toEqual([])
})

it('deletes each photo by one instance, however many run', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => keep()))
  await database.db.update(photo).set({ due: sql`now()` })
  const removed: string[] = []
  const watched: PhotoFolder = { ...folder, remove: async (id) => void removed.push(id) }
  for (let n = 0; n < 3; n += 1) start(watched)
  await expect.poll(rows, { timeout: 20_000 }).toEqual([])
  expect(removed.sort()).toEqual(ids.sort())
})
