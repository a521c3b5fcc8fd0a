import { and, asc, countDistinct, eq, gte, inArray, isNull, lt, min, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { contactOf, isEmailed, recipientOf } from '#server/patient/contact-store.ts'
import { isCurrent, isLiving } from '#server/patient/store.ts'

/** The clinic's day. */
export type Today = { today: IsoDate; timeZone: string }

/** The day on which a recall is due: so many months of the calendar after the visit. */
export const dueOn = sql<IsoDate>`(${recall.lastVisitOn} + make_interval(months => ${treatment.recallMonths}))::date`

/** An appointment that the patient came to. */
const isAttended = (row: SQL) => sql`${row}.status in ('arrived', 'done')`

/** Whether the patient of a recall has an appointment today or later. */
const hasAhead = ({ today }: Today) => sql<boolean>`exists (select from ${booking} as ahead
  where ahead.patient_id = ${recall.patientId} and ahead.date >= ${today}::date and ahead.status in ('booked', 'arrived'))`

// One that nobody has marked may have been a visit.
const hasLaterVisit = sql`exists (select from ${booking} as later where later.patient_id = ${recall.patientId}
  and later.treatment_id = ${recall.treatmentId} and later.date > ${recall.lastVisitOn}
  and later.status in ('booked', 'arrived', 'done'))`

/** Matches the recalls that are due, of treatments that the clinic invites for, whether or not the patient wants to be
 *  invited. Needs `recall`, `treatment` and `patient`. */
export const isDue = ({ today }: Today) =>
  and(
    isNull(recall.closedAt),
    isNull(treatment.retiredAt),
    sql`${dueOn} <= ${today}::date`,
    isCurrent,
    isLiving,
    sql`not ${hasLaterVisit}`,
  )

/** Matches the recalls of those whom the clinic may invite: they want it, now, and have no appointment ahead. */
export const isInvitable = (day: Today) =>
  and(
    isDue(day),
    isNull(patient.recallsStoppedAt),
    sql`(${patient.recallsSnoozedUntil} is null or ${patient.recallsSnoozedUntil} <= ${day.today}::date)`,
    sql`${patient.contact} <> 'none'`,
    sql`not ${hasAhead(day)}`,
  )

/** What was done for a recall at this instant; null if the patient has put it off since. */
export const sinceSnooze = (at: typeof recall.invitedAt | typeof recall.calledAt, { timeZone }: Today) =>
  sql<Date | null>`case when (${at} at time zone ${timeZone})::date >= coalesce(${patient.recallsSnoozedUntil}, '-infinity')
    then ${at} end`

/** By which means a patient gets an invitation. */
export const contactOfDue = (patientId: SQLWrapper) => contactOf({ patientId }, 'recall')

/** Adds the recalls that are due on the clinic's day and closes those that are over: the patient has come since, or the
 *  visit turned out to be none. */
export async function updateRecalls(db: Db, { today }: Today): Promise<void> {
  await db.execute(sql`
    update ${recall} set closed_at = now() where closed_at is null and (
      exists (select from ${booking} as later where later.patient_id = ${recall.patientId}
        and later.treatment_id = ${recall.treatmentId} and later.date > ${recall.lastVisitOn} and ${isAttended(sql`later`)})
      or not exists (select from ${booking} as visit where visit.patient_id = ${recall.patientId}
        and visit.treatment_id = ${recall.treatmentId} and visit.date = ${recall.lastVisitOn} and ${isAttended(sql`visit`)}))`)
  // The patients are locked in passing, so that no merge or erasure waits for this and this for none of them.
  await db.execute(sql`
    with due as materialized (
      select visit.patient_id, visit.treatment_id, max(visit.date) as last_visit_on
      from ${booking} as visit join ${treatment} on ${treatment.id} = visit.treatment_id
      where ${isAttended(sql`visit`)} and ${treatment.recallMonths} is not null and ${treatment.retiredAt} is null
      group by visit.patient_id, visit.treatment_id, ${treatment.recallMonths}
      having (max(visit.date) + make_interval(months => ${treatment.recallMonths}))::date <= ${today}::date
    ), wanted as (
      select due.* from due where not exists (select from ${recall} as known where known.patient_id = due.patient_id
        and known.treatment_id = due.treatment_id and known.last_visit_on = due.last_visit_on and known.closed_at is null)
    ), present as (
      select ${patient.id} from ${patient}
      where ${patient.id} in (select patient_id from wanted) and ${isCurrent} and ${isLiving} for key share skip locked
    )
    insert into ${recall} (patient_id, treatment_id, last_visit_on)
    select wanted.patient_id, wanted.treatment_id, wanted.last_visit_on
    from wanted join present on present.id = wanted.patient_id
    on conflict (patient_id, treatment_id, last_visit_on) do update set closed_at = null`)
}

/** Lists up to `limit` patients who are to get an invitation by email, the longest due first. */
export async function listToInvite(db: Db, day: Today, limit: number): Promise<string[]> {
  const due = db
    .select({ patientId: recall.patientId, since: min(dueOn).as('since') })
    .from(recall)
    .innerJoin(treatment, eq(treatment.id, recall.treatmentId))
    .innerJoin(patient, eq(patient.id, recall.patientId))
    .where(and(isInvitable(day), isNull(sinceSnooze(recall.invitedAt, day))))
    .groupBy(recall.patientId)
    .orderBy(asc(sql`since`), asc(recall.patientId))
    // The addresses are looked up in this order, until enough are found.
    .offset(0)
    .as('due')
  const rows = await db
    .select({ patientId: due.patientId })
    .from(due)
    .where(isEmailed(contactOfDue(due.patientId)))
    .limit(limit)
  return rows.map(({ patientId }) => patientId)
}

/** Keeps invitations on other instances waiting until the transaction ends. */
export async function lockInvitations(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('recall invitations', 0))`)
}

/** Counts the patients who were invited since an instant. */
export async function countInvited(db: Db, since: Date): Promise<number> {
  const [found] = await db
    .select({ count: countDistinct(recall.patientId) })
    .from(recall)
    .where(gte(recall.invitedAt, since))
  return found?.count ?? 0
}

/** Marks the recalls of a patient as invited at `now`, if they may be invited and an email can reach them. Returns the
 *  id of the one that is due the longest, and the address. One statement, so that nobody with an appointment ahead is
 *  invited. */
export async function markInvited(
  tx: Db,
  patientId: string,
  day: Today,
  now: Date,
): Promise<{ id: string; recipient: string } | undefined> {
  const due = tx
    .select({ id: recall.id })
    .from(recall)
    .innerJoin(treatment, eq(treatment.id, recall.treatmentId))
    .innerJoin(patient, eq(patient.id, recall.patientId))
    .where(
      and(
        eq(recall.patientId, patientId),
        isInvitable(day),
        isNull(sinceSnooze(recall.invitedAt, day)),
        isEmailed(contactOfDue(recall.patientId)),
      ),
    )
  const marked = await tx
    .update(recall)
    .set({ invitedAt: now })
    .where(inArray(recall.id, due))
    .returning({
      id: recall.id,
      lastVisitOn: recall.lastVisitOn,
      contact: contactOfDue(sql`recall.patient_id`),
    })
  const [first] = marked.sort((a, b) => (a.lastVisitOn < b.lastVisitOn ? -1 : 1))
  return first && { id: first.id, recipient: recipientOf(first.contact) }
}

/** Counts the invitations that wait to be sent since before an instant. */
export async function countWaiting(db: Db, before: Date): Promise<number> {
  return db.$count(mail, and(eq(mail.kind, 'recall'), isNull(mail.doneAt), lt(mail.createdAt, before)))
}
