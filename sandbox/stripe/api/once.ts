import type { Db } from '#server/database/db.ts'
import { ApiError, type ApiResponse, invalidRequest } from '../errors.ts'
import { findCall, type KeyedCall, releaseKey, reserveKey, saveResponse } from './store.ts'

/** Does `work` once per idempotency key and replays its response to later calls with the key. The key is reserved
 *  first, so that a concurrent second call is refused; the response is saved in the transaction of the work, so that a
 *  crash keeps both or neither.
 *  @throws ApiError as `work` does, and if the key is in use or belongs to another call. */
export async function once(
  db: Db,
  call: KeyedCall,
  work: (tx: Db) => Promise<ApiResponse>,
  delay: () => Promise<void> = async () => {},
): Promise<ApiResponse> {
  if (!(await reserveKey(db, call))) return replay(db, call)
  try {
    await delay()
    return await db.transaction(async (tx) => {
      const response = await work(tx)
      if (!(await saveResponse(tx, call, response))) throw keyInUse(call.key)
      return response
    })
  } catch (error) {
    if (error instanceof ApiError && error.started) await saveResponse(db, call, error.response)
    else await releaseKey(db, call)
    throw error
  }
}

async function replay(db: Db, { key, fingerprint }: KeyedCall): Promise<ApiResponse> {
  const first = await findCall(db, key)
  if (first && first.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new ApiError(400, { type: 'idempotency_error', message })
  }
  if (!first?.status || !first.body) throw keyInUse(key)
  return { status: first.status, body: first.body, originalRequest: first.requestId }
}

function keyInUse(key: string) {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
  return invalidRequest(message, { code: 'idempotency_key_in_use' }, 409)
}
