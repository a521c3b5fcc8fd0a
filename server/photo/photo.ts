import { randomUUID } from 'node:crypto'
import type { Db } from '#server/database/open.ts'
import { handOutPhoto, insertPhoto, releaseDraft } from './store.ts'

/** A photo that was put somewhere, or was not. `url` is a path for one kept on this server, and its host's address for another. */
type Placed = { ok: true; url: string } | { ok: false }

/** Has `place` put a photo where it is kept, under a new id, and `tell` called with its address in the transaction that hands it out.
 *  @throws when the place or the database can't take it; what was begun then is tidied away. */
export async function keepPhoto<Outcome extends Placed>(
  db: Db,
  place: (id: string) => Promise<Outcome>,
  tell: (tx: Db, url: string) => Promise<void>,
): Promise<Outcome> {
  const id = randomUUID()
  // The row comes before the files: files without a row would never be missed.
  await insertPhoto(db, id)
  try {
    const placed = await place(id)
    if (placed.ok) {
      await db.transaction(async (tx) => {
        await handOutPhoto(tx, id, placed.url)
        await tell(tx, placed.url)
      })
    }
    return placed
  } finally {
    await releaseDraft(db, id)
  }
}
