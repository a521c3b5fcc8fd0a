import { and, count, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { prepared } from '#server/database/prepared.ts'
import { isLiveSession, session } from '#server/database/schema/auth.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { type BookingWithDoctor, withDoctor } from './store.ts'

const { placeholder } = sql

/** What a patient wants. `doctor` is the id of the only doctor they accept. */
export type Wish = { treatmentId: string; date: IsoDate; slot: string; doctor?: string | undefined }

/** A patient's choice. `price` in cents is the price that they saw. */
export type BookingInput = Wish & { price: number; phone: string }

/** The time that the rules offer for it. Instants are Unix times in ms. Without `doctors` it is booked without one; without `chairs` they
 *  are not a limit. */
export type Offer = {
  rulesVersion: number
  startsAt: number
  endsAt: number
  busyUntil: number
  doctors: readonly string[]
  chairs: readonly string[]
}

/** Input for the insert. `today` is the clinic's, from which upcoming appointments are counted. */
export type NewBooking = BookingInput & Offer & { sessionId: string; today: IsoDate }

const isOwnSession = eq(session.id, placeholder('sessionId'))
const busy = sql`tstzrange(${placeholder('startsAt')}::timestamptz, ${placeholder('busyUntil')}::timestamptz)`
const doctors = sql`${placeholder('doctors')}::uuid[]`
const chairs = sql`${placeholder('chairs')}::uuid[]`

// Functions of the database, whose plans it keeps (migration 0016).
/** Picks the free doctor with the fewest appointments that day. */
export const pickDoctor = sql`pick_doctor(${doctors}, ${busy}, ${placeholder('date')}::date)`
const pickChair = sql`pick_chair(${chairs}, ${busy})`
/** Whether another patient has this time of a treatment that is booked without a doctor. */
const isTreatmentTaken = sql`(cardinality(${doctors}) = 0 and is_treatment_busy(${placeholder('treatmentId')}::uuid, ${busy}))`
/** Whether a doctor and a chair were picked, or none is needed. */
export const isPlaced = sql`(pick.doctor_id is not null or cardinality(${doctors}) = 0) and (pick.chair_id is not null or cardinality(${chairs}) = 0)
        and not ${isTreatmentTaken}`

/** Whether a doctor and a chair could be picked, or none is needed. */
export const isFree = sql<boolean>`(${pickDoctor} is not null or cardinality(${doctors}) = 0)
        and (${pickChair} is not null or cardinality(${chairs}) = 0) and not ${isTreatmentTaken}`

/** How an insert differs from another. `patient` joins the row of "user", `doctor` picks one, `isAdmitted` is the condition. */
type InsertParts = {
  patient: SQL
  doctor: SQL
  overridden: SQL
  byStaff: SQL
  reason: SQL
  requestHash: SQL
  isAdmitted: SQL
}

/** Returns the insert of a booking with the treatment's name and price, the patient's name and email, a doctor and a chair. `name` is that
 *  of the prepared statement. */
export const preparedInsert = (
  name: string,
  { patient, doctor, overridden, byStaff, reason, requestHash, isAdmitted }: InsertParts,
) =>
  prepared((db) =>
    db
      .insert(booking)
      .select(sql`
      select ${placeholder('id')}::uuid, ${treatment.id}, ${treatment.name}, ${placeholder('date')}::date, ${placeholder('slot')}::text,
        ${treatment.price}, ${user.id}, ${user.email}, ${user.name}, ${placeholder('phone')}::text, null::text, null::timestamptz,
        0, 0, null::timestamptz, null::timestamptz, null::text, ${overridden}, now(), ${placeholder('startsAt')}::timestamptz, ${placeholder('endsAt')}::timestamptz, ${busy},
        pick.doctor_id, pick.chair_id, 'booked', null::timestamptz, '', 0, now(), now(), ${byStaff}, ${reason}, ${requestHash}, 0
      from ${treatment}
      ${patient}
      -- Without an offset the picks would be made once for the columns and once for the condition.
      cross join lateral (select ${doctor} as doctor_id, ${pickChair} as chair_id offset 0) as pick
      where ${treatment.id} = ${placeholder('treatmentId')} and ${isAdmitted}`)
      .onConflictDoNothing()
      .returning(withDoctor)
      .prepare(name),
  )

const insertFromTreatment = preparedInsert('insert_booking', {
  patient: sql`join ${session} on ${isOwnSession}
      join ${user} on ${user.id} = ${session.userId} and ${isLiveSession}`,
  doctor: pickDoctor,
  overridden: sql`false`,
  byStaff: sql`false`,
  reason: sql`''`,
  requestHash: sql`null::text`,
  isAdmitted: sql`${treatment.price} = ${placeholder('price')}
        and ${isPlaced}
        -- For the trigger booking_admitted.
        and set_config('clinic.today', ${placeholder('today')}::text, true) is not null
        and set_config('clinic.rules_version', ${placeholder('rulesVersion')}::text, true) is not null`,
})

/** Inserts a booking with the treatment's name and price, the patient's name and email, a free doctor and a free chair. Returns undefined if
 *  the session has ended, the treatment has another price, nobody or no chair is free, a constraint conflicts, the rules have changed, or the
 *  patient has too many upcoming appointments. */
export async function insertBooking(db: Db, newBooking: NewBooking): Promise<BookingWithDoctor | undefined> {
  const [row] = await insertFromTreatment(db).execute({ ...toInsertValues(newBooking), id: uuid() })
  return row
}

const selectRefusal = prepared((db) => {
  const upcoming = db
    .select({ upcoming: count().as('upcoming') })
    .from(booking)
    .where(and(eq(booking.patientId, user.id), gte(booking.date, placeholder('today')), isLive))
    .as('upcoming')
  const isSameDay = and(eq(booking.treatmentId, treatment.id), eq(booking.date, placeholder('date')))
  const isSameTime = sql`(tstzrange(${booking.startsAt}, ${booking.endsAt}) &&
    tstzrange(${placeholder('startsAt')}::timestamptz, ${placeholder('endsAt')}::timestamptz) and not ${booking.overridden})`
  return db
    .select({
      rulesVersion: clinicPolicy.version,
      maxUpcoming: clinicPolicy.maxUpcoming,
      price: treatment.price,
      patientId: user.id,
      hasConfirmedEmail: user.emailVerified,
      upcoming: sql<number>`coalesce(${upcoming.upcoming}, 0)::int`,
      isFree,
      clash: withDoctor,
    })
    .from(treatment)
    .innerJoin(clinicPolicy, sql`true`)
    .leftJoin(session, isOwnSession)
    .leftJoin(user, and(eq(user.id, session.userId), isLiveSession))
    .leftJoinLateral(upcoming, sql`true`)
    .leftJoin(booking, and(eq(booking.patientId, user.id), isLive, or(isSameDay, isSameTime)))
    .where(eq(treatment.id, placeholder('treatmentId')))
    .orderBy(desc(sql`coalesce(${isSameDay}, false)`))
    .limit(1)
    .prepare('booking_refusal')
})

/** Returns the data that explains a refused insert: the version of the rules, the treatment's price, the patient of the live session, the
 *  number of their upcoming appointments, whether their email is confirmed, whether a doctor and a chair are free, and the patient's conflicting booking: that of the same
 *  treatment and day, else one at that time. Returns undefined for an unknown treatment. */
export async function explainRefusal(db: Db, newBooking: NewBooking) {
  const [found] = await selectRefusal(db).execute(toInsertValues(newBooking))
  return found
}

/** Returns the values of the statements' placeholders. */
export function toInsertValues<Input extends Offer>({ startsAt, endsAt, busyUntil, ...rest }: Input) {
  const instant = (unixMs: number) => new Date(unixMs).toISOString()
  return { ...rest, startsAt: instant(startsAt), endsAt: instant(endsAt), busyUntil: instant(busyUntil) }
}
