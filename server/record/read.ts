import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PatientFields } from '#contract/patient/fields.ts'
import type { PatientRecord, RecordedAppointment } from '#contract/patient/record.ts'
import { listBookingsOf } from '#server/booking/personal-queries.ts'
import { type BookingWithDoctor, balanceOf } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { toLikely } from '#server/desk/patients.ts'
import { findDuplicates } from '#server/patient/duplicates.ts'
import { toValues } from '#server/patient/field-store.ts'
import { findRecord, listAccountsOf, listRecordIds, type PatientRow } from '#server/patient/record-store.ts'
import { listPatientsById, listPhones } from '#server/patient/store.ts'
import { findDeathNote, listAccesses } from './queries.ts'
import { readJoins } from './undo.ts'

export type ReadDeps = { db: Db; clock: () => Date; country: string }

const maxAccesses = 100

/** Returns a patient's record, of the one that has its data if it was merged. Undefined if there is none. */
export async function readRecord({ db, clock, country }: ReadDeps, id: string): Promise<PatientRecord | undefined> {
  const row = await findRecord(db, id)
  if (!row) return undefined
  const [bookings, accounts, ids, fields] = await Promise.all([
    listBookingsOf(db, [row.id]),
    listAccountsOf(db, [row.id]),
    listRecordIds(db, row.id),
    fieldsOf(db, row),
  ])
  const own = accounts.filter(({ relation }) => relation === 'self')
  const [refs, duplicates, accesses] = await Promise.all([
    listPatientsById(db, [row.id]),
    row.erasedAt ? [] : findDuplicates(db, { id: row.id, ...fields }, country),
    listAccesses(db, [...ids, ...own.map(({ userId }) => userId)], maxAccesses),
  ])
  const appointments = bookings.map((booking) => toRecorded(booking, clock()))
  return {
    ...{ _id: row.id, fields, emailConfirmed: refs[0]?.emailConfirmed ?? false },
    ...(refs[0]?.emailConfirmed === false && { awaitsConfirmation: true as const }),
    ...(own[0] && { account: own[0].email }),
    createdAt: row.createdAt.toISOString(),
    ...(row.erasedAt && { erasedAt: row.erasedAt.toISOString() }),
    ...(row.diedAt && { died: { at: row.diedAt.toISOString(), ...(await findDeathNote(db, ids)) } }),
    appointments,
    owed: owedFor(bookings, clock()),
    noShows: bookings.filter(({ status }) => status === 'no-show').length,
    accounts: accounts.map(({ email, relation, confirmed, since, way, madeBy, sees }) => ({
      ...{ email, relation, confirmed, since: since.toISOString(), way, madeBy, seesNothing: !sees },
    })),
    joins: await readJoins(db, row.id, clock()),
    duplicates: await toLikely({ db, clock }, duplicates),
    accesses: accesses.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })),
  }
}

/** Returns what staff can change about a patient. */
export async function fieldsOf(db: Db, row: PatientRow): Promise<PatientFields> {
  const phones = await listPhones(db, [row.id])
  return { ...toValues(row), phones: phones.map(({ number }) => number) }
}

/** Returns what is still to pay for these appointments, in dollars: for those that took place, and for not coming where
 *  staff have set a fee. */
export function owedFor(bookings: readonly BookingWithDoctor[], now: Date): number {
  const cents = bookings.filter((row) => isOwed(row, now)).reduce((sum, { owedCents }) => sum + owedCents, 0)
  return toDollars(cents)
}

const isExpected = ({ status }: BookingWithDoctor) => status === 'booked' || status === 'arrived'

/** Tells whether an appointment is expected and has not ended. */
export const isAhead = (row: BookingWithDoctor, now: Date): boolean => isExpected(row) && row.endsAt > now

const isOwed = (row: BookingWithDoctor, now: Date) =>
  (row.status === 'done' ||
    (row.status === 'no-show' && row.noShowCharged) ||
    (isExpected(row) && row.startsAt <= now)) &&
  row.owedCents > 0

function toRecorded(row: BookingWithDoctor, now: Date): RecordedAppointment {
  const { id, date, slot, treatment, doctorName, status, paidAt } = row
  return {
    _id: id,
    date: formatMediumDate(date),
    ...{ slot, treatment, status },
    ...(doctorName !== null && { doctor: doctorName }),
    upcoming: isAhead(row, now),
    price: toDollars(row.priceCents),
    ...(paidAt && { paidAt: paidAt.toISOString() }),
    refunding: toDollars(row.refundingCents),
    refunded: toDollars(row.refundedCents),
    owed: isOwed(row, now),
    toPay: toDollars(balanceOf(row).owed),
  }
}
