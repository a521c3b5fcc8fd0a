import { v5 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { apiVersion } from '../account.ts'
import { newId } from '../ids.ts'
import { seconds } from '../ledger/objects.ts'
import { type Event, insertEvent, listUndelivered } from './store.ts'

/** The call that something happened by. */
export type Cause = { id: string; idempotency_key: string | null }

/** Adds an event with `object` as it is at this moment, and the job that delivers it, in the transaction of what happened. */
export type RecordEvent = (tx: Db, type: string, object: object) => Promise<void>

/** Events to deliver to the site, oldest first. */
export const deliveries: Queue<{ event: string }> = { name: 'stripe-sandbox-delivery' }

const namespace = 'f1b6a9e2-3c0f-4f0e-9a6b-7d3c54a1e0d8'

/** Makes the function that records the events of one call. */
export function eventRecorder(jobs: Jobs, request: Cause): RecordEvent {
  return async (tx, type, object) => {
    const event = await insertEvent(tx, { id: newId('evt_3'), type, object, request })
    await enqueueDelivery(tx, jobs, event)
  }
}

/** Has every event that was not delivered yet delivered now, also one that waits for its next attempt. */
export async function deliverNow(db: Db, jobs: Jobs): Promise<void> {
  for (const event of await listUndelivered(db)) {
    await enqueueDelivery(db, jobs, event)
    await jobs.runNow(deliveries, jobOf(event))
  }
}

async function enqueueDelivery(db: Db, jobs: Jobs, event: Pick<Event, 'id' | 'position'>) {
  await jobs.enqueue(db, deliveries, { event: event.id }, { id: jobOf(event), priority: -event.position })
}

function jobOf({ id }: Pick<Event, 'id'>) {
  return uuid(id, namespace)
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
