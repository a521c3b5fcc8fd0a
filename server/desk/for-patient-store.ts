import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { isPlaced, type NewBooking, pickDoctor, preparedInsert, toInsertValues } from '#server/booking/insert-store.ts'
import { isAhead } from '#server/booking/queries.ts'
import { preparedExplanation } from '#server/booking/refusal-store.ts'
import { type BookingWithDoctor, hasThatDay } from '#server/booking/store.ts'
import type { Offer } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'

const { placeholder } = sql

/** A booking by staff. With `overridden`, `namedDoctor` is taken even if they are busy, and a doctor and a chair are
 *  not required. */
export type NewForPatient = Omit<NewBooking, 'sessionId' | 'today' | 'priceCents'> & {
  id: string
  patientId: string
  overridden: boolean
  /** The clinic's own note of it. */
  note: string
  /** Why it is overridden. */
  reason: string
  /** It is accepted although the patient has the treatment that day already. */
  mayBeSecond: boolean
  requestHash: string
  namedDoctor: string | null
}

// It sets nothing for the trigger booking_admitted, because the limit of upcoming appointments is for patients.
const insertForPatient = preparedInsert('insert_booking_for_patient', {
  join: sql`join ${patient} on ${patient.id} = ${placeholder('patientId')}`,
  email: sql`coalesce(${patient.email}, '')`,
  doctor: sql`coalesce(${placeholder('namedDoctor')}::uuid, ${pickDoctor})`,
  isAdmitted: sql`(${placeholder('overridden')}::boolean or (${isPlaced}))`,
  more: {
    note: sql`${placeholder('note')}`,
    overridden: sql`${placeholder('overridden')}`,
    overrideReason: sql`${placeholder('reason')}`,
    requestHash: sql`${placeholder('requestHash')}`,
    secondThatDay: sql`(${placeholder('mayBeSecond')}::boolean and ${hasThatDay({
      // The trigger admit_patient has it follow a merge too.
      patientId: sql`coalesce(${patient.mergedInto}, ${patient.id})`,
      treatmentId: sql`${placeholder('treatmentId')}::uuid`,
      date: sql`${placeholder('date')}::date`,
      exceptId: sql`${placeholder('id')}::uuid`,
    })})`,
  },
})

/** Inserts a booking for a patient. Returns undefined if nobody or no chair is free, or a constraint conflicts. */
export async function insertBookingFor(tx: Db, newBooking: NewForPatient): Promise<BookingWithDoctor | undefined> {
  const [row] = await insertForPatient(tx).execute(toInsertValues(newBooking))
  return row
}

const explanation = preparedExplanation('no_booking_for_patient', {
  // The record may have been merged into another since.
  joins: sql`left join ${patient} on ${patient.id} = ${placeholder('patientId')}`,
  // The limit of upcoming appointments is for patients.
  accountId: sql`null::text`,
  patientId: sql`coalesce(${patient.mergedInto}, ${patient.id})`,
  isOverridden: sql`${placeholder('overridden')}::boolean`,
})

type Refused = Offer & Pick<NewForPatient, 'patientId' | 'treatmentId' | 'date' | 'overridden'>

/** Explains why a booking was not inserted, as `preparedExplanation` does. */
export async function explainNoBookingFor(tx: Db, refused: Refused) {
  const [found] = await explanation(tx).execute({ ...toInsertValues(refused), today: null })
  return found
}

/** Keeps other requests with this id waiting until the transaction ends. */
export async function lockRequest(tx: Db, requestId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${requestId}, 1))`)
}

/** Lists the latest phone number of each patient, and the next appointment that has not ended at `now`. */
export async function listContacts(db: Db, patientIds: string[], now: Date): Promise<Contact[]> {
  const ofPatient = and(eq(booking.patientId, patient.id), isLive)
  const phone = db
    .select({ phone: patientPhone.number })
    .from(patientPhone)
    .where(eq(patientPhone.patientId, patient.id))
    .orderBy(desc(patientPhone.createdAt))
    .limit(1)
    .as('latest')
  const next = db
    .select({ date: booking.date, slot: booking.slot, treatment: booking.treatment })
    .from(booking)
    .where(and(ofPatient, isAhead(now)))
    .orderBy(asc(booking.startsAt))
    .limit(1)
    .as('next')
  const rows = await db
    .select({ patientId: patient.id, phone: phone.phone, date: next.date, slot: next.slot, treatment: next.treatment })
    .from(patient)
    .leftJoinLateral(phone, sql`true`)
    .leftJoinLateral(next, sql`true`)
    .where(inArray(patient.id, patientIds))
  return rows.map(({ patientId, phone, date, slot, treatment }) => ({
    patientId,
    phone,
    next: date && slot && treatment ? { date, slot, treatment } : null,
  }))
}

/** How to reach a patient, and their next appointment. */
export type Contact = {
  patientId: string
  phone: string | null
  next: { date: IsoDate; slot: string; treatment: string } | null
}
