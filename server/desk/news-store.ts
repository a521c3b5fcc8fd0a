import { and, count, desc, gt, inArray, ne } from 'drizzle-orm'
import { newsActions } from '#contract/desk/news.ts'
import type { Db } from '#server/database/db.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'

type Wanted = { since: Date; exceptUserId: string; limit: number }

/** Lists what others than a user did since an instant, the latest first. */
export async function listActs(db: Db, { since, exceptUserId, limit }: Wanted) {
  const { action, target, actor, at, personIds } = audit
  return db
    .select({ action, target, actor, at, personIds })
    .from(audit)
    .where(isAct(since, exceptUserId))
    .orderBy(desc(at), desc(audit.id))
    .limit(limit)
}

/** Lists what other accounts booked since an instant, the latest first. Staff book without an account. */
export async function listBooked(db: Db, { since, exceptUserId, limit }: Wanted) {
  return db.select().from(booking).where(isBooked(since, exceptUserId)).orderBy(desc(booking.id)).limit(limit)
}

/** Counts what `listActs` and `listBooked` list, without a limit. */
export async function countNews(db: Db, { since, exceptUserId }: Omit<Wanted, 'limit'>): Promise<number> {
  const [acts] = await db.select({ total: count() }).from(audit).where(isAct(since, exceptUserId))
  const [booked] = await db.select({ total: count() }).from(booking).where(isBooked(since, exceptUserId))
  return (acts?.total ?? 0) + (booked?.total ?? 0)
}

const isAct = (since: Date, exceptUserId: string) =>
  and(gt(audit.at, since), inArray(audit.action, [...newsActions]), ne(audit.userId, exceptUserId))

const isBooked = (since: Date, exceptUserId: string) =>
  and(gt(booking.id, firstIdAt(since)), gt(booking.createdAt, since), ne(booking.bookedBy, exceptUserId))

/** Returns the least id of a booking that is made from then on: ids begin with the time (RFC 9562, version 7), so that
 *  the primary key finds them. */
function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
