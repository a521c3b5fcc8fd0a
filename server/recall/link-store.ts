import { and, asc, desc, eq, gte, inArray, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { isAdmittedForPatients, preparedInsert, toInsertValues } from '#server/booking/insert-store.ts'
import { preparedExplanation } from '#server/booking/refusal-store.ts'
import { type BookingWithDoctor, withDoctor } from '#server/booking/store.ts'
import type { Offer } from '#server/calendar/rules/offer.ts'
import type { Db } from '#server/database/db.ts'
import { booking, isLive } from '#server/database/schema/booking.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { emailIn } from '#server/patient/contact-store.ts'
import { isNamedTo } from '#server/patient/store.ts'
import { isLinkLive, linkKey } from '#server/patient/tie/link-key-store.ts'
import { contactOfDue, dueOn, isDue, isInvitable, type Today } from './due-store.ts'
import type { InvitedIds } from './token.ts'

const { placeholder } = sql

/** The address of a patient for invitations, whatever they wish. */
export const addressOf = (patientId: SQLWrapper) => emailIn(contactOfDue(patientId))

/** The address that invitations to a patient go to, as it is in a link. */
export const addressHashOf = (patientId: SQLWrapper) => sql<string>`link_hash(${addressOf(patientId)})`

/** Whether a row of `patient` has the data of a record, which may have been merged into another since. */
export const hasDataOf = (patientId: string) =>
  and(
    or(
      eq(patient.id, patientId),
      sql`exists (select from ${patient} as former where former.id = ${patientId} and former.merged_into = ${patient.id})`,
    ),
    isNull(patient.mergedInto),
  )

/** Returns the patient of a link, whose record may have been merged into another since. Undefined if the link has
 *  ended: its recipient no longer acts for the patient, or the patient's data are erased. */
export async function findInvited(db: Db, { patientId, key }: InvitedIds) {
  const [found] = await db
    .select({
      id: patient.id,
      name: patient.name,
      stoppedAt: patient.recallsStoppedAt,
      snoozedUntil: patient.recallsSnoozedUntil,
      // Drizzle leaves the table out of the names of columns here.
      isNamed: isNamedTo(sql`patient.id`, addressOf(sql`patient.id`)),
    })
    .from(patient)
    .where(and(hasDataOf(patientId), isLinkLive(patient.id, key)))
  return found
}
export type Invited = NonNullable<Awaited<ReturnType<typeof findInvited>>>

/** Returns the patient of a recall and by which means they get the invitation; undefined unless they may be invited
 *  now. */
export async function findMailed(db: Db, id: string, day: Today) {
  const [found] = await db
    .select({
      patientId: patient.id,
      name: patient.name,
      contact: contactOfDue(recall.patientId),
      key: linkKey(recall.patientId, addressOf(recall.patientId)),
      addressHash: addressHashOf(recall.patientId),
      isNamed: isNamedTo(sql`${recall.patientId}`, addressOf(recall.patientId)),
    })
    .from(recall)
    .innerJoin(treatment, eq(treatment.id, recall.treatmentId))
    .innerJoin(patient, eq(patient.id, recall.patientId))
    .where(and(eq(recall.id, id), isInvitable(day)))
  return found
}

/** Keeps other changes of a patient waiting until the transaction ends. */
export async function lockInvited(tx: Db, patientId: string): Promise<void> {
  await tx.select({ id: patient.id }).from(patient).where(eq(patient.id, patientId)).for('no key update')
}

/** Lists the recalls of a patient that are due, the longest due first, with what they are used to. */
export async function listDueOf(db: Db, patientId: string, day: Today) {
  const visit = db
    .select({ doctorId: booking.doctorId, slot: booking.slot })
    .from(booking)
    .where(
      and(
        eq(booking.patientId, recall.patientId),
        eq(booking.treatmentId, recall.treatmentId),
        eq(booking.date, recall.lastVisitOn),
        inArray(booking.status, ['arrived', 'done']),
      ),
    )
    .limit(1)
    .as('visit')
  return db
    .select({
      id: recall.id,
      treatmentId: treatment.id,
      name: treatment.name,
      priceCents: treatment.priceCents,
      lastVisitOn: recall.lastVisitOn,
      doctorId: visit.doctorId,
      slot: visit.slot,
    })
    .from(recall)
    .innerJoin(treatment, eq(treatment.id, recall.treatmentId))
    .innerJoin(patient, eq(patient.id, recall.patientId))
    .leftJoinLateral(visit, sql`true`)
    .where(and(eq(recall.patientId, patientId), isDue(day)))
    .orderBy(asc(dueOn), asc(recall.id))
}
export type DueOf = Awaited<ReturnType<typeof listDueOf>>[number]

/** Returns the appointment ahead that a patient booked by the link in an invitation. */
export async function findBookedByRecall(db: Db, patientId: string, { today }: Today) {
  const [found] = await db
    .select(withDoctor)
    .from(recall)
    .innerJoin(booking, eq(booking.id, recall.bookingId))
    .where(and(eq(recall.patientId, patientId), isLive, gte(booking.date, today)))
    .orderBy(desc(booking.createdAt))
    .limit(1)
  return found
}

/** Tells whether a patient has an appointment today or later. */
export async function hasAppointmentAhead(db: Db, patientId: string, { today }: Today): Promise<boolean> {
  const isAhead = and(
    eq(booking.patientId, patientId),
    gte(booking.date, today),
    inArray(booking.status, ['booked', 'arrived']),
  )
  return (await db.$count(booking, isAhead)) > 0
}

const isOfPatient = sql`${placeholder('patientId')}`

// The account that gets the invitation books, as long as it may act for the patient.
const insertByRecall = preparedInsert('insert_booking_by_recall', {
  join: sql`join ${patient} on ${patient.id} = ${isOfPatient}
      left join ${user} on ${user.email} = ${addressOf(isOfPatient)} and exists (select from ${patientUser}
        where ${patientUser.userId} = ${user.id} and ${patientUser.patientId} = ${patient.id})`,
  email: sql`coalesce(${user.email}, ${patient.email}, '')`,
  more: { bookedBy: user.id },
  isAdmitted: sql`${isAdmittedForPatients} and not exists (select from ${booking} as ahead where ahead.patient_id = ${patient.id}
      and ahead.date >= ${placeholder('today')}::date and ahead.status in ('booked', 'arrived'))`,
})

/** A booking by the link in an invitation. */
export type NewByRecall = Offer & {
  id: string
  patientId: string
  treatmentId: string
  date: IsoDate
  slot: string
  priceCents: number
  phone: string
  today: IsoDate
}

/** Inserts a booking for a patient without an appointment ahead. Returns undefined if nobody or no chair is free, a
 *  constraint conflicts, the price or the rules have changed, or the account has too many upcoming appointments. */
export async function insertBookingByRecall(tx: Db, newBooking: NewByRecall): Promise<BookingWithDoctor | undefined> {
  const [row] = await insertByRecall(tx).execute(toInsertValues(newBooking))
  return row
}

const explanation = preparedExplanation('no_booking_by_recall', {
  joins: sql`left join ${user} on ${user.email} = ${addressOf(isOfPatient)}`,
  accountId: user.id,
  patientId: isOfPatient,
})

/** Explains why a booking was not inserted, as `preparedExplanation` does. */
export async function explainNoBooking(tx: Db, newBooking: NewByRecall) {
  const [found] = await explanation(tx).execute(toInsertValues(newBooking))
  return found
}

/** Returns the phone number to note with a patient's appointment: their latest, or that of their last one. */
export async function findPhone(db: Db, patientId: string): Promise<string> {
  const [own] = await db
    .select({ number: patientPhone.number })
    .from(patientPhone)
    .where(eq(patientPhone.patientId, patientId))
    .orderBy(desc(patientPhone.createdAt))
    .limit(1)
  if (own) return own.number
  const [last] = await db
    .select({ phone: booking.phone })
    .from(booking)
    .where(eq(booking.patientId, patientId))
    .orderBy(desc(booking.startsAt))
    .limit(1)
  return last?.phone ?? ''
}

/** Says which appointment came of a recall. */
export async function setBooked(tx: Db, id: string, bookingId: string): Promise<void> {
  await tx.update(recall).set({ bookingId }).where(eq(recall.id, id))
}

/** Puts the invitations of a patient off by some months from the clinic's day. */
export async function setSnoozed(tx: Db, patientId: string, months: number, { today }: Today): Promise<void> {
  const recallsSnoozedUntil = sql`(${today}::date + make_interval(months => ${months}::int))::date`
  await tx.update(patient).set({ recallsSnoozedUntil }).where(eq(patient.id, patientId))
}

/** Lists the recalls of patients for an export. */
export async function listRecallsOf(db: Db, patientIds: readonly string[]) {
  return db
    .select({
      patientId: recall.patientId,
      treatment: treatment.name,
      lastVisitOn: recall.lastVisitOn,
      foundAt: recall.foundAt,
      invitedAt: recall.invitedAt,
      calledAt: recall.calledAt,
    })
    .from(recall)
    .innerJoin(treatment, eq(treatment.id, recall.treatmentId))
    .where(inArray(recall.patientId, [...patientIds]))
    .orderBy(desc(recall.lastVisitOn), asc(treatment.name))
}
