import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'
import type { Picture } from './picture.ts'

const inADay = sql`now() + interval '1 day'`

/** Inserts a picture and returns its stored URL, a path. It is due in a day: then it is deleted unless a doctor
 *  references it. */
export async function insertPhoto(db: Db, { large, small }: Picture): Promise<string> {
  const id = randomUUID()
  const url = `/image/${id}`
  await db.insert(photo).values({ id, url, large, small, due: inADay })
  return url
}

/** Inserts a picture that the image host stores at `url`, or extends an existing row by a day: a host can return the
 *  same URL twice. */
export async function upsertHostedPhoto(db: Db, url: string): Promise<void> {
  await db
    .insert(photo)
    .values({ id: randomUUID(), url, due: inADay })
    .onConflictDoUpdate({ target: photo.url, set: { due: inADay } })
}

/** Inserts the row of a picture that is hosted elsewhere, or locks it, so that a doctor of this transaction can
 *  reference it. It is due at once. No picture, the empty URL, is such a row too, because every doctor references one.
 *  Does nothing for one of our own, whose stored URL is a path. */
export async function ensurePhoto(tx: Db, url: string): Promise<void> {
  if (url.startsWith('/')) return
  await tx
    .insert(photo)
    .values({ id: randomUUID(), url, due: sql`now()` })
    .onConflictDoUpdate({ target: photo.url, set: { url } })
}

/** Releases a doctor's photo: it is deleted with the other unused photos, unless another doctor references it. */
export async function releasePhoto(db: Db, url: string): Promise<void> {
  await db.update(photo).set({ due: sql`now()` }).where(eq(photo.url, url))
}

/** Deletes the due photos that neither a doctor nor the clinic references, except those that another transaction has
 *  locked.
 *  @throws DrizzleQueryError by the constraint `photo_of_doctor` or `photo_of_clinic` if one of them is referenced
 *  concurrently; then none is deleted */
export async function deleteUnusedPhotos(db: Db): Promise<void> {
  const unused = sql`
    SELECT candidate.id FROM ${photo} AS candidate
    WHERE candidate.due <= now() AND NOT EXISTS (SELECT FROM ${doctor} WHERE ${doctor.img} = candidate.url)
      AND NOT EXISTS (SELECT FROM ${clinic} WHERE ${clinic.logo} = candidate.url)
    FOR UPDATE SKIP LOCKED`
  await db.delete(photo).where(sql`${photo.id} IN (${unused})`)
}

const pictures = {
  large: prepared((db) => pictureQuery(db, 'large').prepare('photo_large')),
  small: prepared((db) => pictureQuery(db, 'small').prepare('photo_small')),
}

function pictureQuery(db: Db, size: keyof Picture) {
  return db
    .select({ bytes: photo[size] })
    .from(photo)
    .where(eq(photo.id, sql.placeholder('id')))
}

/** Returns one size of a photo; undefined if it is not stored in the database. */
export async function findPicture(db: Db, id: string, size: keyof Picture): Promise<Buffer | undefined> {
  const [found] = await pictures[size](db).execute({ id })
  return found?.bytes ?? undefined
}

/** Returns the ids of the photos that have not been imported from the folder of an earlier release. */
export async function listPhotosInFolder(db: Db): Promise<string[]> {
  const found = await db.select({ id: photo.id }).from(photo).where(eq(photo.inFolder, true)).orderBy(asc(photo.id))
  return found.map(({ id }) => id)
}

/** Stores a picture from the folder, unless another instance has imported it. */
export async function importPhoto(db: Db, id: string, { large, small }: Picture): Promise<void> {
  await db
    .update(photo)
    .set({ large, small, inFolder: false })
    .where(and(eq(photo.id, id), eq(photo.inFolder, true)))
}
