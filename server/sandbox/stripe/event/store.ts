import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/open.ts'
import { stripeSandboxEvent as event } from '#server/database/sandbox-schema.ts'

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
