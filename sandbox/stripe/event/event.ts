import { v5 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import { apiVersion } from '../account.ts'
import { newId } from '../ids.ts'
import { seconds } from '../ledger/objects.ts'
import { type Event, insertEvent, listUndelivered } from './store.ts'

/** Events to deliver to the site, oldest first. */
export const deliveries: Queue<{ event: string }> = { name: 'stripe-sandbox-delivery' }

const namespace = 'f1b6a9e2-3c0f-4f0e-9a6b-7d3c54a1e0d8'

/** Adds an event with a copy of `object`, and the job that delivers it, in the transaction that the event reports. */
export async function addEvent(
  tx: Db,
  jobs: Jobs,
  event: Pick<Event, 'type' | 'object' | 'request'> & { createdAt?: Date | undefined },
): Promise<void> {
  await enqueueDelivery(tx, jobs, await insertEvent(tx, { ...event, id: newId('evt_3') }))
}

/** Starts the delivery of all undelivered events now, also of those that wait for their next attempt. */
export async function deliverNow(db: Db, jobs: Jobs): Promise<void> {
  for (const event of await listUndelivered(db)) {
    await enqueueDelivery(db, jobs, event)
    await jobs.runNow(deliveries, jobIdOf(event))
  }
}

async function enqueueDelivery(db: Db, jobs: Jobs, event: Pick<Event, 'id' | 'position'>) {
  await jobs.enqueue(db, deliveries, { event: event.id }, { id: jobIdOf(event), priority: -event.position })
}

function jobIdOf({ id }: Pick<Event, 'id'>) {
  return uuid(id, namespace)
}

/** Returns an event as Stripe's API and webhooks do. */
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
