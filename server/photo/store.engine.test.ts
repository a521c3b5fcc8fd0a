import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { doctor, maxPictureBytes, photo } from '#server/database/schema/doctor.ts'
import { openTestApp } from '#server/testing/app.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'
import { deleteUnusedPhotos, insertPhoto, releasePhoto } from './store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(doctor)
  await database.db.delete(photo)
})

const store = () => insertPhoto(database.db, { large: Buffer.from('large'), small: Buffer.from('small') })
const insertDoctor = (img: string) =>
  database.db.insert(doctor).values({
    id: crypto.randomUUID(),
    name: 'Dr. Bell',
    email: `${crypto.randomUUID()}@clinic.example`,
    specialty: '',
    img,
  })
const makeDue = (url: string) =>
  database.db.update(photo).set({ due: sql`now() - interval '1 second'` }).where(eq(photo.url, url))
const urls = async () => (await database.db.select().from(photo)).map(({ url }) => url).sort()

it('deletes photos without a doctor after a day', async () => {
  const [used, fresh, unused] = [await store(), await store(), await store()]
  await insertDoctor(used)
  await makeDue(used)
  await makeDue(unused)
  await deleteUnusedPhotos(database.db)
  expect(await urls()).toEqual([fresh, used].sort())
  const [left] = await database.db.select().from(photo).where(eq(photo.url, fresh))
  expect(Number(left?.due) - Date.now()).toBeGreaterThan(23 * 3_600_000)
})

it('deletes a released photo at once, unless another doctor references it', async () => {
  const url = await store()
  await insertDoctor(url)
  await releasePhoto(database.db, url)
  await deleteUnusedPhotos(database.db)
  expect(await urls()).toEqual([url])
  await database.db.delete(doctor)
  await deleteUnusedPhotos(database.db)
  expect(await urls()).toEqual([])
})

it('the database refuses to delete or move a doctor’s photo', async () => {
  const url = await store()
  await insertDoctor(url)
  const { db } = database
  const refused = { cause: { constraint: 'photo_of_doctor' } }
  await expect(
    db.update(photo).set({ url: 'https://pictures.example/a.webp', large: null, small: null }),
  ).rejects.toMatchObject(refused)
  await expect(db.delete(photo)).rejects.toMatchObject(refused)
})

it('deletes thirty photos on six instances at once', async () => {
  await Promise.all(Array.from({ length: 30 }, store))
  await database.db.update(photo).set({ due: sql`now()` })
  await Promise.all(Array.from({ length: 6 }, () => deleteUnusedPhotos(database.db)))
  expect(await urls()).toEqual([])
})

// PGlite has one connection: nothing else runs during a transaction.
it.runIf(inject('engine').kind === 'postgres')('skips photos that a transaction has locked', async () => {
  const { db } = database
  const [held, free] = [await store(), await store()]
  await makeDue(held)
  await makeDue(free)
  await db.transaction(async (tx) => {
    await tx.select({ id: photo.id }).from(photo).where(eq(photo.url, held)).for('key share')
    await deleteUnusedPhotos(db)
    expect(await urls()).toEqual([held])
  })
})

it('deletes unused photos at start and after each upload', async () => {
  await makeDue(await store())
  const server = await openTestApp({ database })
  expect(await urls()).toEqual([])
  await makeDue(await store())
  const { bearer } = await server.person({ role: 'admin' })
  const kept = await upload(server, bearer, await cameraPhoto())
  expect(await urls()).toEqual([new URL(kept.json().data.url).pathname])
  await server.close()
})

it('a failed deletion affects neither start nor upload', async () => {
  const lines: string[] = []
  const { db } = database
  await makeDue(await store())
  await db.execute(sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no' USING ERRCODE = 'P0099'; END $$`)
  await db.execute(sql`CREATE TRIGGER refuse BEFORE DELETE ON photo FOR EACH ROW EXECUTE FUNCTION refuse()`)
  try {
    const server = await openTestApp({
      database,
      env: { LOG_LEVEL: 'warn' },
      logTo: { write: (line) => void lines.push(line) },
    })
    const { bearer } = await server.person({ role: 'admin' })
    expect((await upload(server, bearer, await cameraPhoto())).statusCode).toBe(200)
    await server.close()
  } finally {
    await db.execute(sql`DROP FUNCTION refuse CASCADE`)
  }
  const about = { code: 'P0099', msg: 'unused photos could not be deleted; trying again later' }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining(about),
    expect.objectContaining(about),
  ])
})

const bytes = (length: number) => Buffer.alloc(length, 1)
const ours = `/image/${crypto.randomUUID()}`
const elsewhere = 'https://pictures.example/b.webp'
it.each<[string, Partial<typeof photo.$inferInsert> & { url: string }, string]>([
  ['a path and no bytes', { url: ours }, 'photo_bytes_or_elsewhere'],
  [
    'bytes and the URL of another site',
    { url: elsewhere, large: bytes(9), small: bytes(9) },
    'photo_bytes_or_elsewhere',
  ],
  [
    'bytes and a place in the folder',
    { url: ours, large: bytes(9), small: bytes(9), inFolder: true },
    'photo_bytes_or_elsewhere',
  ],
  ['one size only', { url: ours, large: bytes(9) }, 'photo_both_sizes'],
  ['an empty picture', { url: ours, large: bytes(0), small: bytes(9) }, 'photo_size'],
  ['a picture that is too long', { url: ours, large: bytes(maxPictureBytes.large + 1), small: bytes(9) }, 'photo_size'],
  [
    'a small one that is too long',
    { url: ours, large: bytes(9), small: bytes(maxPictureBytes.small + 1) },
    'photo_size',
  ],
])('the database refuses a photo with %s', async (_name, row, constraint) => {
  const inserting = database.db.insert(photo).values({ id: crypto.randomUUID(), ...row })
  await expect(inserting).rejects.toMatchObject({ cause: { constraint } })
})
