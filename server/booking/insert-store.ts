import { eq, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Cents } from '#contract/kit/money/amount.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer, Wish } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { insertColumns } from '#server/database/insert-columns.ts'
import { prepared } from '#server/database/prepared.ts'
import { isLiveSession, session } from '#server/database/schema/auth.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { type BookingWithDoctor, withDoctor } from './store.ts'

const { placeholder } = sql

/** A patient's choice, with the price that they saw. Without `patientId` it is for the account's own patient. */
export type BookingInput = Wish & { priceCents: Cents; phone: string; patientId?: string | undefined }

/** Input for the insert. `today` is the clinic's, from which upcoming appointments are counted. */
export type NewBooking = BookingInput & Offer & { sessionId: string; today: IsoDate }

/** Matches the session that books. */
export const isOwnSession = eq(session.id, placeholder('sessionId'))
/** Matches the patient for whom the account books. */
export const isWanted = sql`${patientUser.userId} = ${user.id} and case when ${placeholder('patientId')}::text is null
      then ${patientUser.relation} = 'self' else ${patientUser.patientId} = ${placeholder('patientId')}::text end`
const busy = sql`tstzrange(${placeholder('startsAt')}::timestamptz, ${placeholder('busyUntil')}::timestamptz)`
const doctors = sql`${placeholder('doctors')}::uuid[]`
const chairs = sql`${placeholder('chairs')}::uuid[]`

// Functions of the database, whose plans it keeps (server/database/functions).
/** Picks the free doctor with the fewest appointments that day. */
export const pickDoctor = sql`pick_doctor(${doctors}, ${busy}, ${placeholder('date')}::date)`
const pickChair = sql`pick_chair(${chairs}, ${busy})`
/** Whether another patient has this time of a treatment that is booked without a doctor. */
const isTreatmentTaken = sql`(cardinality(${doctors}) = 0 and is_treatment_busy(${placeholder('treatmentId')}::uuid, ${busy}))`
/** Whether a doctor and a chair were picked, or none is needed. */
export const isPlaced = sql`(pick.doctor_id is not null or cardinality(${doctors}) = 0) and (pick.chair_id is not null or cardinality(${chairs}) = 0)
        and not ${isTreatmentTaken}`

/** Admits a booking by the rules of patients: at the price that they saw, and within the limit of upcoming appointments
 *  and the version of the rules, which the trigger booking_admitted reads. */
export const isAdmittedForPatients = sql`${treatment.priceCents} = ${placeholder('priceCents')}
        and ${isPlaced}
        and set_config('clinic.today', ${placeholder('today')}::text, true) is not null
        and set_config('clinic.rules_version', ${placeholder('rulesVersion')}::text, true) is not null`

/** Whether a doctor and a chair could be picked, or none is needed. */
export const isFree = sql<boolean>`(${pickDoctor} is not null or cardinality(${doctors}) = 0)
        and (${pickChair} is not null or cardinality(${chairs}) = 0) and not ${isTreatmentTaken}`

/** How an insert differs from another. `join` joins the row of the patient, `email` is that of the account, `doctor`
 *  picks one, `isAdmitted` is the condition. By default a free doctor is picked, by the rules of patients. */
type InsertParts = {
  join: SQL
  email: SQL | typeof user.email
  doctor?: SQL
  isAdmitted?: SQL
  more?: Partial<
    Record<
      'overridden' | 'bookedBy' | 'note' | 'overrideReason' | 'requestHash' | 'secondThatDay',
      SQL | typeof user.id
    >
  >
}

/** Returns the insert of a booking with the treatment's name and price, the patient's name and email, a doctor and a
 *  chair. `name` is that of the prepared statement. */
export const preparedInsert = (
  name: string,
  { join, email, doctor = pickDoctor, isAdmitted = isAdmittedForPatients, more }: InsertParts,
) =>
  prepared((db) =>
    db
      .insert(booking)
      .select(sql`
      select ${insertColumns(booking, {
        id: sql`${placeholder('id')}`,
        treatmentId: treatment.id,
        treatment: treatment.name,
        priceCents: treatment.priceCents,
        patientId: patient.id,
        patient: email,
        patientName: patient.name,
        phone: sql`${placeholder('phone')}`,
        date: sql`${placeholder('date')}`,
        slot: sql`${placeholder('slot')}`,
        startsAt: sql`${placeholder('startsAt')}`,
        endsAt: sql`${placeholder('endsAt')}`,
        busy,
        doctorId: sql`pick.doctor_id`,
        chairId: sql`pick.chair_id`,
        ...more,
      })}
      from ${treatment}
      ${join}
      -- Without an offset the picks would be made once for the columns and once for the condition.
      cross join lateral (select ${doctor} as doctor_id, ${pickChair} as chair_id offset 0) as pick
      where ${treatment.id} = ${placeholder('treatmentId')} and ${isAdmitted}`)
      .onConflictDoNothing()
      .returning(withDoctor)
      .prepare(name),
  )

const insertFromTreatment = preparedInsert('insert_booking', {
  join: sql`join ${session} on ${isOwnSession}
      join ${user} on ${user.id} = ${session.userId} and ${isLiveSession}
      join ${patientUser} on ${isWanted}
      join ${patient} on ${patient.id} = ${patientUser.patientId}`,
  email: user.email,
  more: { bookedBy: user.id },
})

/** Inserts a booking with the treatment's name and price, the patient's name and email, a free doctor and a free chair.
 *  Returns undefined if the session has ended, its account may not act for the patient, the treatment has another
 *  price, nobody or no chair is free, a constraint conflicts, the rules have changed, or the account has too many
 *  upcoming appointments. */
export async function insertBooking(db: Db, newBooking: NewBooking): Promise<BookingWithDoctor | undefined> {
  const [row] = await insertFromTreatment(db).execute({ ...toInsertValues(newBooking), id: uuid() })
  return row
}

/** Returns the values of the statements' placeholders. */
export function toInsertValues(input: Offer & { patientId?: string | undefined }) {
  const { startsAt, endsAt, busyUntil, patientId = null, ...rest } = input
  const instant = (unixMs: number) => new Date(unixMs).toISOString()
  return { ...rest, patientId, startsAt: instant(startsAt), endsAt: instant(endsAt), busyUntil: instant(busyUntil) }
}
