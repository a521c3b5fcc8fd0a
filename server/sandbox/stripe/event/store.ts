import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { event } from '../schema.ts'

export type Event = typeof event.$inferSelect

export async function insertEvent(db: Db, values: typeof event.$inferInsert): Promise<void> {
  await db.insert(event).values(values)
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

/** What stands in the way of events: they come `delayMs` late, `duplicate` times more than once, two at a time in each other's place. */
export type Way = { delayMs?: number | undefined; duplicate?: number | undefined; reorder?: boolean | undefined }

/** Takes the event that has waited longest, for a minute: nobody else gets it in that time, and a process that dies with it loses it
 *  to the next. With `reorder` two are taken, the later first; one that is alone waits `holdMs` for another. */
export async function claimEvents(db: Db, { delayMs = 0, duplicate = 0, reorder = false }: Way, holdMs: number) {
  const atOnce = reorder ? 2 : 1
  const picked = db.$with('picked').as(
    db
      .select({ id: event.id, createdAt: event.createdAt })
      .from(event)
      .where(and(isNull(event.doneAt), lte(event.due, sql`now()`), lte(event.createdAt, before(delayMs))))
      .orderBy(event.due, event.position)
      .limit(atOnce)
      .for('update', { skipLocked: true }),
  )
  const claimed = await db
    .with(picked)
    .update(event)
    .set({
      attempts: sql`${event.attempts} + 1`,
      copies: sql`case when ${event.attempts} = 0 then ${1 + duplicate} else ${event.copies} end`,
      due: sql`now() + interval '1 minute'`,
    })
    .where(
      sql`${event.id} in (select id from picked) and
        ((select count(*) from picked) = ${atOnce} or ${event.createdAt} <= ${before(delayMs + holdMs)})`,
    )
    .returning()
  return claimed.sort((one, other) => (reorder ? other.position - one.position : one.position - other.position))
}

/** Ends one delivery of an event: it is done with its last. */
export async function finishDelivery(db: Db, id: string): Promise<void> {
  const copies = sql`${event.copies} - 1`
  const doneAt = sql`case when ${event.copies} <= 1 then now() end`
  await db.update(event).set({ copies, doneAt, due: sql`now()` }).where(eq(event.id, id))
}

/** Ends an event that is delivered no more. */
export async function giveUpEvent(db: Db, id: string): Promise<void> {
  await db.update(event).set({ doneAt: sql`now()` }).where(eq(event.id, id))
}

/** Has an event tried again in so many seconds; one that is older than three days is given up. */
export async function postponeEvent(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(event)
    .set({
      due: sql`now() + make_interval(secs => ${seconds})`,
      doneAt: sql`case when ${event.createdAt} < now() - interval '3 days' then now() end`,
    })
    .where(eq(event.id, id))
}

/** Milliseconds until the next event may be taken; undefined when none waits. */
export async function millisecondsUntilNext(db: Db, { delayMs = 0 }: Way): Promise<number | undefined> {
  const due = sql`greatest(${event.due}, ${event.createdAt} + make_interval(secs => ${delayMs / 1_000}))`
  const [next] = await db
    .select({ ms: sql<number | null>`(extract(epoch from min(${due}) - now()) * 1000)::float8` })
    .from(event)
    .where(isNull(event.doneAt))
  return next?.ms ?? undefined
}

function before(milliseconds: number) {
  return sql`now() - make_interval(secs => ${milliseconds / 1_000})`
}
