import { and, asc, eq, isNull, max, min, type SQL, sql } from 'drizzle-orm'
import type { RecallQuery } from '#contract/desk/recall-list.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { isEmailed } from '#server/patient/contact-store.ts'
import { contactOfDue, dueOn, isInvitable, sinceSnooze, type Today } from './due-store.ts'

/** Lists a page of the patients who are due and may be invited, the longest due first; with `show: 'call'`, those who
 *  are to be called and were not. `total`: on all pages. */
export async function listDue(db: Db, day: Today, { show, page, limit }: RecallQuery) {
  const due = dueByPatient(db, day)
  const isWanted =
    show === 'call' ? and(isNull(due.calledAt), sql`not ${isEmailed(contactOfDue(due.patientId))}`) : undefined
  // Addresses are looked up for those on the page only, unless they decide who is on it.
  const shown = db
    .select({ ...columns(due), total: sql<number>`(count(*) over ())::int`.as('total') })
    .from(due)
    .where(isWanted)
    .orderBy(asc(due.dueOn), asc(due.patientId))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown')
  const rows = await db
    .select({
      ...columns(shown),
      total: shown.total,
      contact: contactOfDue(sql`shown.patient_id`),
      // Drizzle leaves the table out of the names of columns here.
      phone: phoneOf(sql`shown.patient_id`),
    })
    .from(shown)
    .orderBy(asc(shown.dueOn), asc(shown.patientId))
  return { rows, total: rows[0]?.total ?? (page === 1 ? 0 : await db.$count(due, isWanted)) }
}
export type DueRow = Awaited<ReturnType<typeof listDue>>['rows'][number]

type Column = 'patientId' | 'name' | 'dueOn' | 'treatments' | 'invitedAt' | 'calledAt'
type Due = Pick<ReturnType<typeof dueByPatient>, Column>
const columns = ({ patientId, name, dueOn, treatments, invitedAt, calledAt }: Due) => ({
  ...{ patientId, name, dueOn, treatments, invitedAt, calledAt },
})

function dueByPatient(db: Db, day: Today) {
  return db
    .select({
      patientId: sql<string>`${recall.patientId}`.as('patient_id'),
      name: sql<string>`${patient.name}`.as('name'),
      dueOn: sql<IsoDate>`${min(dueOn)}`.as('due_on'),
      treatments: sql<
        { name: string; lastVisit: IsoDate }[]
      >`json_agg(json_build_object('name', ${treatment.name}, 'lastVisit', ${recall.lastVisitOn}) order by ${dueOn}, ${treatment.name})`.as(
        'treatments',
      ),
      invitedAt: max(sinceSnooze(recall.invitedAt, day)).as('invited_at'),
      calledAt: max(sinceSnooze(recall.calledAt, day)).as('called_at'),
    })
    .from(recall)
    .innerJoin(treatment, eq(treatment.id, recall.treatmentId))
    .innerJoin(patient, eq(patient.id, recall.patientId))
    .where(isInvitable(day))
    .groupBy(recall.patientId, patient.id)
    .as('due')
}

/** The latest phone number of a patient, or that of their last appointment. */
const phoneOf = (patientId: SQL) => sql<string | null>`coalesce(
  (select number from ${patientPhone} as own where own.patient_id = ${patientId} order by own.created_at desc limit 1),
  (select nullif(last.phone, '') from ${booking} as last where last.patient_id = ${patientId}
    order by last.starts_at desc limit 1))`

/** Notes that staff called a patient about all that is due. */
export async function setCalled(tx: Db, patientId: string, now: Date): Promise<void> {
  await tx
    .update(recall)
    .set({ calledAt: now })
    .where(and(eq(recall.patientId, patientId), isNull(recall.closedAt)))
}
