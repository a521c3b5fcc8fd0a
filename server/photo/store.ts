import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PictureUse } from '#contract/clinic-picture.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { clinic, clinicPicture } from '#server/database/schema/clinic.ts'
import { doctor, photo, photoVersion } from '#server/database/schema/doctor.ts'
import type { Picture, Version } from './picture.ts'

const inADay = sql`now() + interval '1 day'`

/** Inserts a picture and returns its stored URL, a path. It is due in a day: then it is deleted unless a doctor or the
 *  clinic references it. `site`: it is for the public pages, with these versions. */
export async function insertPhoto(
  tx: Db,
  { large, small }: Picture,
  site?: { use: PictureUse; versions: readonly Version[] },
): Promise<string> {
  const id = randomUUID()
  const url = `/image/${id}`
  const more = site && { use: site.use, width: Math.max(...site.versions.map(({ width }) => width)) }
  await tx.insert(photo).values({ id, url, large, small, due: inADay, ...more })
  const rows = (site?.versions ?? []).flatMap(({ width, avif, webp }) => [
    { photoId: id, width, format: 'avif' as const, bytes: avif },
    { photoId: id, width, format: 'webp' as const, bytes: webp },
  ])
  if (rows.length > 0) await tx.insert(photoVersion).values(rows)
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
 *  @throws DrizzleQueryError by the constraint `photo_of_doctor`, `photo_of_clinic` or `photo_of_place` if one of them
 *  is referenced concurrently; then none is deleted */
export async function deleteUnusedPhotos(db: Db): Promise<void> {
  const unused = sql`
    SELECT candidate.id FROM ${photo} AS candidate
    WHERE candidate.due <= now() AND NOT EXISTS (SELECT FROM ${doctor} WHERE ${doctor.img} = candidate.url)
      AND NOT EXISTS (SELECT FROM ${clinic} WHERE ${clinic.logo} = candidate.url)
      AND NOT EXISTS (SELECT FROM ${clinicPicture} WHERE ${clinicPicture.url} = candidate.url)
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

const versionQuery = prepared((db) =>
  db
    .select({ bytes: photoVersion.bytes })
    .from(photoVersion)
    .where(
      and(
        eq(photoVersion.photoId, sql.placeholder('id')),
        eq(photoVersion.width, sql.placeholder('width')),
        eq(photoVersion.format, sql.placeholder('format')),
      ),
    )
    .prepare('photo_version'),
)

/** Returns one version of a picture of the public pages; undefined if there is none. */
export async function findVersion(
  db: Db,
  version: { id: string; width: number; format: 'avif' | 'webp' },
): Promise<Buffer | undefined> {
  const [found] = await versionQuery(db).execute(version)
  return found?.bytes
}

/** Returns the use and the width of the pictures for public pages among `urls`, by stored URL. */
export async function findSitePictures(
  db: Db,
  urls: readonly string[],
): Promise<Map<string, { use: PictureUse; width: number }>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .select({ url: photo.url, use: photo.use, width: photo.width })
    .from(photo)
    .where(inArray(photo.url, [...urls]))
  return new Map(rows.flatMap(({ url, use, width }) => (use && width ? [[url, { use, width }] as const] : [])))
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
