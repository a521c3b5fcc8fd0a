import { and, desc, eq, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Offer, Wish } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { isLiveSession, session } from '#server/database/schema/auth.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { isFree, isOwnSession, isWanted, toInsertValues } from './insert-store.ts'
import { withDoctor } from './store.ts'

const { placeholder } = sql

/** For whom an appointment was refused. `joins` has the rows of the account that books, if any, and of the patient. */
type Whose = {
  joins: SQL
  accountId: SQLWrapper
  patientId: SQLWrapper
  hasConfirmedEmail?: SQLWrapper
  isOverridden?: SQL
}

const isThatDay = and(eq(booking.treatmentId, treatment.id), eq(booking.date, placeholder('date')))
const isSameDay = and(isThatDay, not(booking.secondThatDay))
const isSameTime = (isOverridden: SQL) =>
  sql`(tstzrange(${booking.startsAt}, ${booking.endsAt}) &&
    tstzrange(${placeholder('startsAt')}::timestamptz, ${placeholder('endsAt')}::timestamptz)
    and not ${booking.overridden} and not ${isOverridden})`

/** Returns the query that explains a refused insert: the version of the rules, the treatment's price, whether the
 *  account has as many upcoming appointments as it can have, whether a doctor and a chair are free, and the patient's
 *  conflicting booking: that of the same treatment and day, else one at that time. No row for an unknown treatment.
 *  `name` is that of the prepared statement. */
export const preparedExplanation = (
  name: string,
  { joins, accountId, patientId, hasConfirmedEmail = sql`false`, isOverridden = sql`false` }: Whose,
) =>
  prepared((db) =>
    db
      .select({
        rulesVersion: sql<number>`${clinicPolicy.version}`,
        priceCents: sql<number>`${treatment.priceCents}`,
        userId: sql<string | null>`${accountId}`,
        hasConfirmedEmail: sql<boolean | null>`${hasConfirmedEmail}`,
        patientId: sql<string | null>`${patientId}`,
        isFull: sql<boolean>`coalesce(count_upcoming(${accountId}, ${placeholder('today')}::date) >= ${clinicPolicy.maxUpcoming}, false)`,
        isFree,
        clash: withDoctor,
      })
      .from(sql`${treatment} join ${clinicPolicy} on true ${joins}`)
      .leftJoin(booking, and(eq(booking.patientId, patientId), isLive, or(isSameDay, isSameTime(isOverridden))))
      .where(eq(treatment.id, placeholder('treatmentId')))
      .orderBy(desc(sql`coalesce(${isSameDay}, false)`))
      .limit(1)
      .prepare(name),
  )

const ofSession = preparedExplanation('booking_refusal', {
  joins: sql`left join ${session} on ${isOwnSession}
      left join ${user} on ${user.id} = ${session.userId} and ${isLiveSession}
      left join ${patientUser} on ${isWanted}`,
  accountId: user.id,
  patientId: patientUser.patientId,
  hasConfirmedEmail: user.emailVerified,
})

type Refused = Offer & Pick<Wish, 'treatmentId' | 'date'> & { patientId?: string | undefined }

/** Explains why a booking of the session's account was refused, as `preparedExplanation` does. */
export async function explainForSession(db: Db, refused: Refused & { sessionId: string; today: string }) {
  const [found] = await ofSession(db).execute(toInsertValues(refused))
  return found
}

/** What the database knows about a refused appointment. */
export type Explanation = Awaited<ReturnType<typeof explainForSession>>
