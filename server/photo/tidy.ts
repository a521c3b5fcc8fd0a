import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { PhotoFolder } from './folder.ts'
import { claimUnusedPhoto, deletePhoto } from './store.ts'

const intervalMs = 10 * 60_000

/** Deletes due photos that no doctor refers to, one at a time and each by one instance: claims the row, deletes the files, deletes the
 *  row. If an instance dies in between, another continues. Runs now, every ten minutes and on `wake`; `close` waits for the photo under
 *  way. */
export function startTidying({ db, log, folder }: { db: Db; log: FastifyBaseLogger; folder: PhotoFolder }) {
  let working: Promise<void> | undefined
  let more = false
  let closed = false

  const work = async () => {
    do {
      more = false
      for (
        let id = await claimUnusedPhoto(db);
        id !== undefined;
        id = closed ? undefined : await claimUnusedPhoto(db)
      ) {
        await folder.remove(id)
        await deletePhoto(db, id)
      }
    } while (more && !closed)
  }

  const wake = () => {
    if (closed) return
    more = true
    working ??= work()
      .catch((error) => log.warn({ code: codeOf(error) }, 'unused photos could not be deleted; trying again later'))
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(wake, intervalMs).unref()
  wake()

  return {
    wake,
    close: async () => {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return error.cause ? codeOf(error.cause) : (error as { code?: unknown }).code
}
