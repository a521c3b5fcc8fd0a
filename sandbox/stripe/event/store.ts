import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { inPage, onlyRow, type Page } from '../ledger/store.ts'
import { event } from '../schema.ts'

export type Event = typeof event.$inferSelect

export async function insertEvent(db: Db, values: typeof event.$inferInsert): Promise<Event> {
  return onlyRow(await db.insert(event).values(values).returning())
}

export async function findEvent(db: Db, id: string): Promise<Event | undefined> {
  const [found] = await db.select().from(event).where(eq(event.id, id))
  return found
}

/** Returns a page of events, of all types if `types` is empty, with one row more if another page follows. */
export async function listEvents(db: Db, page: Page, types: string[]): Promise<Event[]> {
  const isListed = and(inPage(event, page), types.length > 0 ? inArray(event.type, types) : undefined)
  return db
    .select()
    .from(event)
    .where(isListed)
    .orderBy(desc(event.position))
    .limit(page.limit + 1)
}

/** Returns the undelivered events, oldest first. */
export async function listUndelivered(db: Db): Promise<Pick<Event, 'id' | 'position'>[]> {
  const { id, position } = event
  return db.select({ id, position }).from(event).where(isNull(event.doneAt)).orderBy(position)
}

/** Returns the oldest event, other than `id` and at least `ageMs` old, without a delivery attempt. */
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

/** Counts a delivery attempt. The first attempt sets the number of `copies` to deliver. Returns undefined if the event
 *  is done. */
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

/** Counts a delivered copy. The last one marks the event as done. */
export async function finishDelivery(db: Db, id: string): Promise<void> {
  const copies = sql`${event.copies} - 1`
  const doneAt = sql`case when ${event.copies} <= 1 then now() end`
  await db.update(event).set({ copies, doneAt }).where(eq(event.id, id))
}

/** Marks an event as done without delivering it. */
export async function giveUpEvent(db: Db, id: string): Promise<void> {
  await db.update(event).set({ doneAt: sql`now()` }).where(eq(event.id, id))
}
