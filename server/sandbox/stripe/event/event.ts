import type { Db } from '#server/database/db.ts'
import { apiVersion } from '../account.ts'
import { newId } from '../ids.ts'
import { seconds } from '../ledger/objects.ts'
import { type Event, insertEvent } from './store.ts'

/** The call that something happened by. */
export type Cause = { id: string; idempotency_key: string | null }

/** Adds an event with `object` as it is at this moment, in the transaction of what happened. */
export async function recordEvent(tx: Db, type: string, object: object, request: Cause): Promise<void> {
  await insertEvent(tx, { id: newId('evt_3'), type, object, request })
}

/** An event as it is read and delivered. */
export function eventObject({ id, type, object, request, createdAt, doneAt }: Event) {
  return {
    id,
    object: 'event',
    api_version: apiVersion,
    created: seconds(createdAt),
    data: { object },
    livemode: false,
    pending_webhooks: doneAt ? 0 : 1,
    request,
    type,
  }
}
