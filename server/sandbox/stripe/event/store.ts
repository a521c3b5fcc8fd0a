import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { event } from '../schema.ts'

export type Event = typeof event.$inferSelect

export async function insertEvent(db: Db, values: typeof event.$inferInsert): Promise<Event> {
  const [inserted] = await db.insert(event).values(values).returning()
  if (!inserted) throw new Error('An event was not inserted')
  return inserted
}

export async function findEvent(db: Db, id: string): Promise<Event | undefined> {
  const [found] = await db.select().from(event).where(eq(event.id, id))
  return found
}

/** Newest first; one more than `limit` when there are more. `types` none: all of them. */
export async function listEvents(
  db: Db,
  { limit, startingAfter, types }: { limit: number; startingAfter?: string | undefined; types: string[] },
): Promise<Event[]> {
  return db
    .select()
    .from(event)
    .where(
      and(
        types.length > 0 ? inArray(event.type, types) : undefined,
        startingAfter === undefined
          ? undefined
          : sql`${event.position} < (select last.position from ${event} as last where last.id = ${startingAfter})`,
      ),
    )
    .orderBy(desc(event.position))
    .limit(limit + 1)
}

/** The events that are still to be delivered, oldest first. */
export async function listUndelivered(db: Db): Promise<Pick<Event, 'id' | 'position'>[]> {
  const { id, position } = event
  return db.select({ id, position }).from(event).where(isNull(event.doneAt)).orderBy(position)
}

/** The oldest event beside `id` that no delivery was attempted of, if it is at least `ageMs` old. */
export async function findUnattempted(db: Db, id: string, ageMs: number): Promise<Event | undefined> {
  const isOld = lte(event.createdAt, sql`now() - make_interval(secs => ${ageMs / 1_000})`)
  const [found] = await db
    .select()
    .from(event)
    .where(and(isNull(event.doneAt), eq(event.attempts, 0), ne(event.id, id), isOld))
    .orderBy(event.position)
    .limit(1)
  return found
}

/** Counts an attempt to deliver an event, the first of which decides how many `copies` are delivered. Undefined for one that is done. */
export async function beginAttempt(db: Db, id: string, copies: number): Promise<Event | undefined> {
  const [begun] = await db
    .update(event)
    .set({
      attempts: sql`${event.attempts} + 1`,
      copies: sql`case when ${event.attempts} = 0 then ${copies}::int else ${event.copies} end`,
    })
    .where(and(eq(event.id, id), isNull(event.doneAt)))
    .returning()
  return begun
}

/** Ends one delivery of an event: it is done with its last. */
export async function finishDelivery(db: Db, id: string): Promise<void> {
  const copies = sql`${event.copies} - 1`
  const doneAt = sql`case when ${event.copies} <= 1 then now() end`
  await db.update(event).set({ copies, doneAt }).where(eq(event.id, id))
}

/** Ends an event that is delivered no more. */
export async function giveUpEvent(db: Db, id: string): Promise<void> {
  await db.update(event).set({ doneAt: sql`now()` }).where(eq(event.id, id))
}
