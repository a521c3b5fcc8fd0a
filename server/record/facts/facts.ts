import { can } from '#contract/access/access.ts'
import { maxPast, type PatientFacts, type Visit } from '#contract/desk/patient-facts.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { alertsOf } from '#contract/patient/alerts.ts'
import { listBookingsOf } from '#server/booking/personal-queries.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { DeskRow } from '#server/desk/store.ts'
import type { Caller } from '#server/http/identity.ts'
import { listAccountsOf, listRecords, type PatientRow } from '#server/patient/record-store.ts'
import { listPatientsById } from '#server/patient/store.ts'
import { fieldsOf, isAhead, owedFor } from '../read.ts'

/** Returns what a caller may know of the patient of an appointment. */
export async function readFacts(
  { db, clock }: { db: Db; clock: () => Date },
  { id, patientId }: Pick<DeskRow, 'id' | 'patientId'>,
  caller: Caller,
): Promise<PatientFacts> {
  const [[row], bookings] = await Promise.all([listRecords(db, [patientId]), listBookingsOf(db, [patientId])])
  if (!row) throw new Error('The patient of a booking does not exist')
  const others = bookings.filter((booking) => booking.id !== id)
  const next = others.findLast((booking) => isAhead(booking, clock()))
  return {
    ...(row.birthDate !== null && { birthDate: row.birthDate }),
    ...{ alerts: alertsOf(row.alerts), notes: row.notes },
    past: others
      .filter(({ status }) => status === 'done')
      .slice(0, maxPast)
      .map(toVisit),
    ...(next && { next: toVisit(next) }),
    ...(can(caller, 'read-patient') && { means: await readMeans(db, row) }),
    ...(can(caller, 'read-payment') && { owed: owedFor(bookings, clock()) }),
  }
}

/** Returns how a patient is reached, and who acts for them. */
async function readMeans(db: Db, row: PatientRow): Promise<PatientFacts['means']> {
  const [{ phones, email, contact }, accounts, refs] = await Promise.all([
    fieldsOf(db, row),
    listAccountsOf(db, [row.id]),
    listPatientsById(db, [row.id]),
  ])
  const confirmed = refs[0]?.emailConfirmed
  return {
    ...{ phones, email, contact },
    ...(typeof confirmed === 'boolean' && { emailConfirmed: confirmed }),
    accounts: accounts.map(({ name, email, relation }) => ({ name, email, relation })),
  }
}

const toVisit = ({ date, slot, treatment, doctorName }: BookingWithDoctor): Visit => ({
  ...{ date: formatMediumDate(date), slot, treatment },
  ...(doctorName !== null && { doctor: doctorName }),
})
