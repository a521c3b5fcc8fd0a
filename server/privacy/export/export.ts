import type { ClinicData } from '#contract/clinic.ts'
import { toDollars } from '#contract/kit/money.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PersonalData } from '#contract/privacy/personal-data.ts'
import { findFeedOf, listBookingsOf } from '#server/booking/personal-queries.ts'
import { balanceOf } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { AccountPatientRow } from '#server/patient/account-patient-store.ts'
import { listDependents } from '#server/patient/account-patients.ts'
import { pickColumns } from '#server/patient/field-store.ts'
import { isOnlyOf } from '#server/patient/personal-store.ts'
import { findRecord, listAccountsOf, listRecordIds } from '#server/patient/record-store.ts'
import { listPhones } from '#server/patient/store.ts'
import { listRecallsOf } from '#server/recall/link-store.ts'
import { collectImportedRows } from './imported-rows.ts'
import { toRecalls } from './recalls.ts'
import {
  findPerson,
  listAccessesTo,
  listActivityOf,
  listAllSessions,
  listEmailsTo,
  listMoneyOf,
  listOldIds,
  listPasskeys,
  listPayments,
  listProviders,
  type MoneyOf,
  type Person,
} from './store.ts'
import { collectWaiting } from './waiting.ts'

export type CollectDeps = {
  db: Db
  clock: () => Date
  clinic: () => Promise<ClinicData>
}

/** Collects all that is kept about the person with this email, as of one moment. Returns undefined without an
 *  account. */
export async function collectPersonalData(deps: CollectDeps, email: string): Promise<PersonalData | undefined> {
  return deps.db.transaction(
    async (tx) => {
      const person = await findPerson(tx, email)
      return person && collect(tx, deps, person)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Collects all that is kept about a patient without an account of their own, as of one moment. The id of a record that
 *  was merged finds the one with its data. */
export async function collectPatientData(
  deps: CollectDeps,
  id: string,
): Promise<Outcome<{ data: PersonalData }, 'unknown' | 'own-account'>> {
  return deps.db.transaction(
    async (tx): Promise<Outcome<{ data: PersonalData }, 'unknown' | 'own-account'>> => {
      const row = await findRecord(tx, id)
      if (!row || row.erasedAt) return refused('unknown')
      if ((await listAccountsOf(tx, [row.id])).some(({ relation }) => relation === 'self'))
        return refused('own-account')
      const ids = await listRecordIds(tx, row.id)
      const tie = { relation: 'self' as const, way: 'desk' as const, since: row.createdAt, sees: true }
      const persons = [{ patient: row, ...tie }]
      // Emails to an address that others have too may be about them.
      const isTheirs = row.email !== null && (await isOnlyOf(tx, row.id, row.email))
      const data = {
        ...{ exportedAt: deps.clock().toISOString(), clinic: (await deps.clinic()).name, account: null },
        ...{ passkeys: [], devices: [] },
        ...(await collectOf(tx, persons, { ids, email: isTheirs ? row.email : null, knowsRows: true })),
      }
      return { ok: true, data }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function collect(tx: Db, deps: CollectDeps, person: Person): Promise<PersonalData> {
  const { clock } = deps
  const { name: clinicName } = await deps.clinic()
  const { id } = person
  const feed = await findFeedOf(tx, id)
  const persons = await listDependents(tx, id)
  const ids = [id, ...persons.map(({ patient }) => patient.id)]
  return {
    exportedAt: clock().toISOString(),
    clinic: clinicName,
    account: {
      id,
      name: person.name,
      email: person.email,
      emailConfirmed: person.emailVerified,
      picture: person.image,
      role: person.role,
      createdAt: person.createdAt.toISOString(),
      signIn: (await listProviders(tx, id)).map(({ providerId, accountId, createdAt }) => ({
        way: providerId === 'credential' ? 'password' : providerId,
        account: accountId,
        since: createdAt.toISOString(),
      })),
      authenticatorApp: person.twoFactorEnabled,
      calendarFeedSince: toText(feed),
    },
    passkeys: (await listPasskeys(tx, id)).map(({ name, createdAt }) => ({ name, createdAt: createdAt.toISOString() })),
    devices: (await listAllSessions(tx, id)).map(({ userAgent, ipAddress, createdAt, usedAt }) => ({
      browser: userAgent,
      address: ipAddress,
      signedIn: createdAt.toISOString(),
      lastUsed: usedAt.toISOString(),
    })),
    ...(await collectOf(tx, persons, { ids, email: person.email, knowsRows: false })),
  }
}

/** Collects what is kept about patients. `ids`: theirs and their account's, `email`: the address for emails to them.
 *  `knowsRows`: with the rows of imported files that contain the address, for a person whom the desk knows. An account
 *  gets none by its address, which may be mistyped in the row of somebody else (docs/decisions/0098). */
async function collectOf(
  tx: Db,
  persons: AccountPatientRow[],
  { ids, email, knowsRows }: { ids: string[]; email: string | null; knowsRows: boolean },
): Promise<Omit<PersonalData, 'exportedAt' | 'clinic' | 'account' | 'passkeys' | 'devices'>> {
  const patientIds = persons.map(({ patient }) => patient.id)
  const phones = await listPhones(tx, patientIds)
  const oldIds = await listOldIds(tx, patientIds)
  const bookings = await listBookingsOf(tx, patientIds)
  const money = await listMoneyOf(
    tx,
    bookings.map(({ id }) => id),
  )
  const recalls = await listRecallsOf(tx, patientIds)
  const emails = email === null ? [] : await listEmailsTo(tx, email)
  return {
    patients: persons.map((one) => ({ ...toPatient(one, phones, oldIds), ...toRecalls(one, recalls) })),
    importedRows: await collectImportedRows(tx, patientIds, knowsRows ? email : null),
    appointments: bookings.map((booking) => toAppointment(booking, money)),
    payments: (await listPayments(tx, ids)).map(toPayment),
    waiting: await collectWaiting(tx, patientIds),
    emails: emails.map(({ kind, createdAt, doneAt }) => ({
      kind,
      address: email ?? '',
      requestedAt: createdAt.toISOString(),
      sentAt: toText(doneAt),
    })),
    activity: (await listActivityOf(tx, ids)).map(({ action, target, at, ip }) => ({
      action,
      about: target,
      at: at.toISOString(),
      address: ip,
    })),
    accesses: (await listAccessesTo(tx, ids)).map(({ action, at }) => ({ action, at: at.toISOString() })),
  }
}

function toPatient(
  { patient, relation, way, since }: AccountPatientRow,
  phones: Awaited<ReturnType<typeof listPhones>>,
  oldIds: Awaited<ReturnType<typeof listOldIds>>,
): Omit<PersonalData['patients'][number], keyof ReturnType<typeof toRecalls>> {
  const { id, birthDate, createdAt } = patient
  return {
    ...{ ...pickColumns(patient), id, relation },
    // What staff wrote before anybody had shown who reads it: the desk exports it for a person whom it knows.
    ...(way === 'this-is-me' && { alerts: '', notes: '' }),
    since: since.toISOString(),
    birthDate: birthDate && formatMediumDate(birthDate),
    createdAt: createdAt.toISOString(),
    oldIds: oldIds.filter(({ patientId }) => patientId === id).map(({ oldId }) => oldId),
    phones: phones
      .filter(({ patientId }) => patientId === id)
      .map(({ number, createdAt }) => ({ number, since: createdAt.toISOString() })),
  }
}

function toAppointment(
  row: BookingRow & { doctorName: string | null },
  money: MoneyOf,
): PersonalData['appointments'][number] {
  return {
    id: row.id,
    treatment: row.treatment,
    dentist: row.doctorName,
    date: formatMediumDate(row.date),
    slot: row.slot,
    status: row.status,
    statusAt: toText(row.statusAt),
    price: toDollars(row.priceCents),
    ...{ name: row.patientName, email: row.patient, phone: row.phone },
    note: row.note,
    overrideReason: row.overrideReason,
    bookedAt: row.createdAt.toISOString(),
    cancelledAt: toText(row.cancelledAt),
    cancelReason: row.cancelReason,
    paidAt: toText(row.paidAt),
    payment: row.transactionId,
    owed: toDollars(balanceOf(row).owed),
    refunded: toDollars(row.refundedCents),
    refundedAt: toText(row.refundedAt),
    ...toMoney(row.id, money),
  }
}

function toMoney(bookingId: string, { charges, payments, refunds }: MoneyOf) {
  const isOf = (row: { bookingId: string }) => row.bookingId === bookingId
  return {
    charges: charges.filter(isOf).map(({ kind, words, amount, reason, madeAt, voidedAt }) => ({
      ...{ kind, words, amount: toDollars(amount), reason },
      madeAt: madeAt.toISOString(),
      voidedAt: toText(voidedAt),
    })),
    received: payments
      .filter(isOf)
      .map(({ id, method, amount, reference, receipt, takenAt, voidedAt, voidReason }) => ({
        ...{ id, method, amount: toDollars(amount), reference, receipt },
        takenAt: takenAt.toISOString(),
        voidedAt: toText(voidedAt),
        voidReason,
        refunds: refunds.filter(({ paymentId }) => paymentId === id).map(toRefund),
      })),
  }
}

function toPayment(row: Awaited<ReturnType<typeof listPayments>>[number]): PersonalData['payments'][number] {
  return {
    id: row.id,
    appointment: row.bookingId,
    amount: toDollars(row.amount),
    currency: row.currency,
    state: row.state,
    startedAt: row.createdAt.toISOString(),
    dispute: row.dispute,
    disputedAt: toText(row.disputedAt),
    refunds: row.refunds.map(toRefund),
  }
}

function toRefund({ amount, reason, note, state, createdAt, succeededAt }: MoneyOf['refunds'][number]) {
  return {
    ...{ amount: toDollars(amount), reason, note, state },
    requestedAt: createdAt.toISOString(),
    arrivedAt: toText(succeededAt),
  }
}

function toText(moment: Date | null | undefined): string | null {
  return moment?.toISOString() ?? null
}
