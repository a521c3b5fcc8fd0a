import { randomUUID } from 'node:crypto'
import type { Db } from '#server/database/db.ts'
import { insertPhoto, publishPhoto, releaseDraft } from './store.ts'

/** Result of storing a photo. `url` is a path for this server, a full address for an image host. */
type Placed = { ok: true; url: string } | { ok: false }

/** Stores a photo under a new id by `place`, then publishes it and calls `tell` with its address in one transaction.
 *  @throws when the place or the database refuses; what was begun is then tidied away. */
export async function keepPhoto<Outcome extends Placed>(
  db: Db,
  place: (id: string) => Promise<Outcome>,
  tell: (tx: Db, url: string) => Promise<void>,
): Promise<Outcome> {
  const id = randomUUID()
  // The row comes before the files: nothing would ever delete files without a row.
  await insertPhoto(db, id)
  try {
    const placed = await place(id)
    if (placed.ok) {
      await db.transaction(async (tx) => {
        await publishPhoto(tx, id, placed.url)
        await tell(tx, placed.url)
      })
    }
    return placed
  } finally {
    await releaseDraft(db, id)
  }
}
