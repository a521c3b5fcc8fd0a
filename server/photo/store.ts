import { and, eq, isNull, sql } from 'drizzle-orm'
import { doctor, photo } from '#server/database/doctor-schema.ts'
import type { Db } from '#server/database/open.ts'

const inADay = sql`now() + interval '1 day'`

/** Adds a photo that is on its way in. */
export async function insertPhoto(db: Db, id: string): Promise<void> {
  await db.insert(photo).values({ id })
}

/** Has a photo be at `url` from now on, for a day or for as long as a doctor refers to it. A host may give one address twice: then the
 *  photo that has it already stays for another day. */
export async function handOutPhoto(db: Db, id: string, url: string): Promise<void> {
  const known = await db.update(photo).set({ due: inADay }).where(eq(photo.url, url)).returning({ id: photo.id })
  if (known.length === 0) await db.update(photo).set({ url, due: inADay }).where(eq(photo.id, id))
}

/** Lets a photo go at the next look, if no doctor refers to it. */
export async function releasePhoto(db: Db, url: string): Promise<void> {
  await db.update(photo).set({ due: sql`now()` }).where(eq(photo.url, url))
}

/** Lets a photo go that never was handed out. */
export async function releaseDraft(db: Db, id: string): Promise<void> {
  await db
    .update(photo)
    .set({ due: sql`now()` })
    .where(and(eq(photo.id, id), isNull(photo.url)))
}

/** Takes a photo that is due and that no doctor refers to, for two minutes, and takes its address away so that none can any more;
 *  undefined when there is none. A doctor who is added meanwhile keeps it: then this fails, by the rule `photo_of_doctor`. */
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

/** Forgets a photo whose files are gone. */
export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.delete(photo).where(and(eq(photo.id, id), isNull(photo.url)))
}
