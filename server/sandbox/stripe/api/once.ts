import type { Db } from '#server/database/db.ts'
import { type Answer, ApiError, refused } from '../errors.ts'
import { claimKey, findCall, type KeyedCall, keepAnswer, releaseKey } from './store.ts'

/** Does `work` once for a key and answers the same to whoever calls again with it. The answer is kept in the transaction of the
 *  work, so that a crash keeps both or neither; the key is taken before, so that a second call at once is refused. `slowness` is
 *  waited for in between.
 *  @throws ApiError as `work` does, and when the key is in use or was used for something else. */
export async function once(
  db: Db,
  call: KeyedCall,
  work: (tx: Db) => Promise<Answer>,
  slowness: () => Promise<void> = async () => {},
): Promise<Answer> {
  if (!(await claimKey(db, call))) return recall(db, call)
  try {
    await slowness()
    return await db.transaction(async (tx) => {
      const answer = await work(tx)
      if (!(await keepAnswer(tx, call, answer.status, answer.body))) throw inUse(call.key)
      return answer
    })
  } catch (error) {
    if (error instanceof ApiError && error.began) await keepAnswer(db, call, error.answer.status, error.answer.body)
    else await releaseKey(db, call)
    throw error
  }
}

async function recall(db: Db, { key, fingerprint }: KeyedCall): Promise<Answer> {
  const known = await findCall(db, key)
  if (known && known.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new ApiError(400, { type: 'idempotency_error', message })
  }
  if (!known?.status || !known.body) throw inUse(key)
  return { status: known.status, body: known.body, originalRequest: known.requestId }
}

function inUse(key: string) {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
  return refused(message, { code: 'idempotency_key_in_use' }, 409)
}
