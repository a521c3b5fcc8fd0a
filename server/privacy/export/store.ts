import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { audit } from '#server/database/schema/audit.ts'
import { account, passkey, session } from '#server/database/schema/auth.ts'
import { charge } from '#server/database/schema/charge.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientImport, patientImportRow, patientOldId } from '#server/database/schema/patient-import.ts'
import { payment, paymentIntent, refund } from '#server/database/schema/payment.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns the account's row. */
export async function findPerson(db: Db, email: string) {
  const [found] = await db.select().from(user).where(eq(user.email, email))
  return found
}
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Lists the ways in which a person can sign in. */
export async function listProviders(db: Db, userId: string) {
  const { providerId, accountId, createdAt } = account
  return db
    .select({ providerId, accountId, createdAt })
    .from(account)
    .where(eq(account.userId, userId))
    .orderBy(asc(createdAt))
}

export async function listPasskeys(db: Db, userId: string) {
  const { name, createdAt } = passkey
  return db.select({ name, createdAt }).from(passkey).where(eq(passkey.userId, userId)).orderBy(asc(createdAt))
}

/** Lists the sessions of a person, also those that have ended and are not deleted yet. */
export async function listAllSessions(db: Db, userId: string) {
  const { userAgent, ipAddress, createdAt, usedAt } = session
  return db
    .select({ userAgent, ipAddress, createdAt, usedAt })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(createdAt))
}

export async function listPayments(db: Db, patientIds: readonly string[]) {
  const intents = await db
    .select()
    .from(paymentIntent)
    .where(inArray(paymentIntent.patientId, [...patientIds]))
    .orderBy(desc(paymentIntent.createdAt))
  const ids = intents.map(({ id }) => id)
  const refunds =
    ids.length > 0 ? await db.select().from(refund).where(inArray(refund.intentId, ids)).orderBy(refund.createdAt) : []
  return intents.map((intent) => ({ ...intent, refunds: refunds.filter(({ intentId }) => intentId === intent.id) }))
}

/** Lists what was charged and paid for bookings, each with its booking's id; void ones too. */
export async function listMoneyOf(db: Db, bookingIds: string[]) {
  if (bookingIds.length === 0) return { charges: [], payments: [], refunds: [] }
  const receipt = sql<string>`receipt_number(${payment.receiptYear}, ${payment.receiptCount})`
  const payments = await db
    .select({ ...getTableColumns(payment), receipt })
    .from(payment)
    .where(inArray(payment.bookingId, bookingIds))
    .orderBy(asc(payment.takenAt))
  const ids = payments.map(({ id }) => id)
  return {
    payments,
    charges: await db.select().from(charge).where(inArray(charge.bookingId, bookingIds)).orderBy(asc(charge.madeAt)),
    refunds:
      ids.length > 0
        ? await db.select().from(refund).where(inArray(refund.paymentId, ids)).orderBy(asc(refund.createdAt))
        : [],
  }
}
export type MoneyOf = Awaited<ReturnType<typeof listMoneyOf>>

export async function listEmailsTo(db: Db, recipient: string) {
  const { kind, createdAt, doneAt } = mail
  return db
    .select({ kind, createdAt, doneAt })
    .from(mail)
    .where(eq(mail.recipient, recipient))
    .orderBy(desc(createdAt), desc(mail.id))
}

/** Lists the numbers that patients had in the clinic's former system. */
export async function listOldIds(db: Db, patientIds: readonly string[]) {
  return db
    .select()
    .from(patientOldId)
    .where(inArray(patientOldId.patientId, [...patientIds]))
    .orderBy(asc(patientOldId.oldId))
}

/** Lists the rows of imported files that are kept and are about one of these patients, or contain the email. */
export async function listImportedRows(db: Db, patientIds: readonly string[], email: string | null) {
  const { row, cells, patientId } = patientImportRow
  const isTheirs = or(
    inArray(patientId, [...patientIds]),
    email === null ? undefined : sql`position(${`"${email}"`} in lower(${cells}::text)) > 0`,
  )
  return db
    .select({ row, cells, file: patientImport.fileName, since: patientImport.createdAt })
    .from(patientImportRow)
    .innerJoin(patientImport, eq(patientImport.id, patientImportRow.importId))
    .where(and(isNotNull(cells), isTheirs))
    .orderBy(desc(patientImport.createdAt), asc(row))
}

/** Lists what a person did, signed in or by links in emails to their patients. `ids`: of the account and the patients.
 *  What staff did for others would name them, so that it has no target. */
export async function listActivityOf(db: Db, ids: readonly string[]) {
  const { action, at, ip, personIds } = audit
  const own = sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`
  const target = sql<string>`case when ${personIds} <@ ${own} then ${audit.target} else '' end`
  return db
    .select({ action, target, at, ip })
    .from(audit)
    .where(inArray(audit.userId, [...ids]))
    .orderBy(desc(audit.id))
}

/** Lists what others did with the data of an account and its patients. */
export async function listAccessesTo(db: Db, ids: readonly string[]) {
  const { action, at } = audit
  return db
    .select({ action, at })
    .from(audit)
    .where(and(arrayOverlaps(audit.personIds, [...ids]), notInArray(audit.userId, [...ids])))
    .orderBy(desc(audit.id))
}
