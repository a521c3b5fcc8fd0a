import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'

const inADay = sql`now() + interval '1 day'`

/** Inserts a photo that is being uploaded. */
export async function insertPhoto(db: Db, id: string): Promise<void> {
  await db.insert(photo).values({ id })
}

/** Publishes the photo at `url`, for a day or for as long as a doctor refers to it. A host may return one address twice: then the photo
 *  that has it already stays for another day. */
export async function publishPhoto(db: Db, id: string, url: string): Promise<void> {
  const known = await db.update(photo).set({ due: inADay }).where(eq(photo.url, url)).returning({ id: photo.id })
  if (known.length === 0) await db.update(photo).set({ url, due: inADay }).where(eq(photo.id, id))
}

/** Records a picture hosted elsewhere, or locks its row if there is one, so that a doctor of this transaction can refer to it. It has no
 *  files; without a doctor its row is due at once. */
export async function upsertForeignPhoto(tx: Db, url: string): Promise<void> {
  await tx
    .insert(photo)
    .values({ id: randomUUID(), url, due: sql`now()` })
    .onConflictDoUpdate({ target: photo.url, set: { url } })
}

/** Makes a photo due now; it is deleted unless a doctor refers to it. */
export async function releasePhoto(db: Db, url: string): Promise<void> {
  await db.update(photo).set({ due: sql`now()` }).where(eq(photo.url, url))
}

/** Makes a photo due now if it was never published. */
export async function releaseDraft(db: Db, id: string): Promise<void> {
  await db
    .update(photo)
    .set({ due: sql`now()` })
    .where(and(eq(photo.id, id), isNull(photo.url)))
}

/** Claims a due photo that no doctor refers to, for two minutes, and clears its address so that none can from now on; undefined if
 *  there is none. If a doctor takes the photo at that moment, this fails by the constraint `photo_of_doctor`. */
export async function claimUnusedPhoto(db: Db): Promise<string | undefined> {
  const [claimed] = await db
    .update(photo)
    .set({ url: null, due: sql`now() + interval '2 minutes'` })
    .where(
      sql`${photo.id} = (
        SELECT next.id FROM ${photo} AS next
        WHERE next.due <= now() AND NOT EXISTS (SELECT FROM ${doctor} WHERE ${doctor.img} = next.url)
        ORDER BY next.due LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning({ id: photo.id })
  return claimed?.id
}

/** Deletes the row of a photo whose files are deleted. */
export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.delete(photo).where(and(eq(photo.id, id), isNull(photo.url)))
}
