import { and, eq, inArray, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { roles } from '#contract/access/roles.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { audit } from '#server/database/schema/audit.ts'
import { attemptBucket, emailChange, rateLimit, session, verification } from '#server/database/schema/auth.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientJoin, patientUser, recordCode } from '#server/database/schema/patient.ts'
import { patientImport, patientImportRow } from '#server/database/schema/patient-import.ts'
import { staffInvitation } from '#server/database/schema/staff.ts'
import { phoneCode, textMessage, textSent } from '#server/database/schema/text-message.ts'
import { user } from '#server/database/schema/user.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
import { deleteUntreated, isUntreated, listPatientsOnlyOf } from '#server/patient/personal-store.ts'

/** Rows per statement: few enough that no other query waits long on the embedded database's only connection. */
const batch = 1_000

/** A merge can be undone for 30 days (server/record/undo.ts). */
const daysOfMerges = 31

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

/** Deletes the accounts without a confirmed email that nobody has used for `days`, and which have acted for nobody with
 *  an appointment or a payment, with the patients whom only they know. */
export async function deleteUnconfirmedAccounts(db: Db, days: number): Promise<number> {
  const isOld = and(
    eq(user.emailVerified, false),
    eq(user.role, roles.patient),
    lt(user.createdAt, daysAgo(days)),
    notExists(
      db
        .select()
        .from(session)
        .where(and(eq(session.userId, user.id), sql`${session.usedAt} > ${daysAgo(days)}`)),
    ),
    notExists(
      db
        .select()
        .from(patientUser)
        .innerJoin(patient, eq(patient.id, patientUser.patientId))
        .where(and(eq(patientUser.userId, user.id), sql`not (${isUntreated})`)),
    ),
  )
  let sum = 0
  for (;;) {
    const deleted = await db.transaction(async (tx) => {
      const some = await tx.select({ id: user.id }).from(user).where(isOld).limit(batch)
      const patients = await listPatientsOnlyOf(
        tx,
        some.map(({ id }) => id),
      )
      await tx.delete(user).where(
        inArray(
          user.id,
          some.map(({ id }) => id),
        ),
      )
      await deleteUntreated(tx, patients)
      return some.length
    })
    sum += deleted
    if (deleted < batch) return sum
  }
}

/** Deletes the entries of the audit trail that are older than `days`, at least 30. */
export function deleteOldAudit(db: Db, days: number): Promise<number> {
  return db.transaction(async (tx) => {
    // The trigger that keeps the trail asks for it (migration 0020).
    await tx.execute(sql`select set_config('clinic.audit_days', ${String(days)}, true)`)
    return deleteInBatches(tx, audit, audit.id, lt(audit.at, daysAgo(Math.max(days, 30))))
  })
}

/** Deletes the record of emails that have been done for more than `days`. */
export function deleteOldEmails(db: Db, days: number): Promise<number> {
  return deleteInBatches(db, mail, mail.id, and(isNotNull(mail.doneAt), lt(mail.doneAt, daysAgo(days))))
}

/** Deletes the record of text messages that are older than `days`. */
export function deleteOldTexts(db: Db, days: number): Promise<number> {
  return deleteInBatches(db, textMessage, textMessage.id, lt(textMessage.createdAt, daysAgo(days)))
}

/** Deletes the codes that nobody has entered, and what the limits of text messages count. */
export async function deleteOldCodes(db: Db): Promise<number> {
  const unused = and(isNull(phoneCode.usedAt), lt(phoneCode.createdAt, daysAgo(2)))
  const codes = await deleteInBatches(db, phoneCode, phoneCode.id, unused)
  return codes + (await deleteInBatches(db, textSent, textSent.id, lt(textSent.sentAt, daysAgo(2))))
}

/** Deletes what somebody waited for until more than `days` ago, with what was offered to them. */
export function deleteEndedWaiting(db: Db, days: number): Promise<number> {
  const { id, endedAt } = waitingEntry
  return deleteInBatches(db, waitingEntry, id, and(isNotNull(endedAt), lt(endedAt, daysAgo(days))))
}

/** Deletes what has expired: sessions, links, invitations, counted attempts. */
export async function deleteExpired(db: Db): Promise<number> {
  const aDay = daysAgo(1)
  const counts = [
    await deleteInBatches(db, session, session.id, lt(session.expiresAt, aDay)),
    await deleteInBatches(db, verification, verification.id, lt(verification.expiresAt, aDay)),
    // Until then a link tells what became of its invitation.
    await deleteInBatches(db, staffInvitation, staffInvitation.id, lt(staffInvitation.expiresAt, daysAgo(30))),
    await deleteInBatches(db, attemptBucket, attemptBucket.key, lt(attemptBucket.fullAt, aDay)),
    await deleteInBatches(
      db,
      rateLimit,
      rateLimit.id,
      sql`${rateLimit.lastRequest} < extract(epoch from ${aDay}) * 1000`,
    ),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}

const daysToImport = 7
const daysOfImportedRows = 30

/** Deletes the files that nobody has imported within a week of their upload, with their rows. */
export function deleteUnusedUploads(db: Db): Promise<number> {
  const { id, state, createdAt } = patientImport
  const isUnused = and(inArray(state, ['reading', 'uploaded', 'checked']), lt(createdAt, daysAgo(daysToImport)))
  return deleteInBatches(db, patientImport, id, isUnused)
}

/** Deletes the text of persons in the rows of files that were uploaded 30 days ago or earlier. Their numbers and the
 *  hashes stay, by which an undo knows the patients whom nobody has changed. */
export async function emptyImportedRows(db: Db): Promise<number> {
  let sum = 0
  for (;;) {
    const emptied = await selectRows<unknown>(
      db,
      sql`
      update ${patientImportRow} as r set cells = null, "values" = null, name_key = null, email = null,
        birth_date = null, phone_keys = null, old_id = null, day = null,
        problems = case when r.problems is not null and r.state not in ('added', 'updated') then ${JSON.stringify([emptiedProblem])}::jsonb end,
        filled = case when r.filled ? 'print' then r.filled end
      where (r.import_id, r.row) in (
        select e.import_id, e.row from ${patientImportRow} as e join ${patientImport} as i on i.id = e.import_id
        where i.state in ('imported', 'undone') and i.created_at < ${daysAgo(daysOfImportedRows)} and (
          e.cells is not null or e."values" is not null or e.name_key is not null or e.email is not null
          or e.birth_date is not null or e.phone_keys is not null or e.old_id is not null or e.day is not null
          or e.filled is not null and not e.filled ? 'print'
          or e.problems is not null and e.state in ('added', 'updated'))
        limit ${batch})
      returning 1`,
    )
    sum += emptied.length
    if (emptied.length < batch) return sum
  }
}

/** Forgets what undoes merges that can't be undone any more, and codes and new emails that nobody can use. */
export async function forgetMerges(db: Db): Promise<number> {
  await db.delete(recordCode).where(lt(recordCode.expiresAt, sql`now()`))
  await db.delete(emailChange).where(lt(emailChange.expiresAt, sql`now()`))
  const isOver = and(lt(patientJoin.madeAt, daysAgo(daysOfMerges)), isNotNull(patientJoin.undo))
  const forgotten = await db.update(patientJoin).set({ undo: null }).where(isOver).returning({ id: patientJoin.id })
  return forgotten.length
}

const emptiedProblem = {
  field: 'row',
  sentence: `What was wrong with this row was deleted ${daysOfImportedRows} days after the upload`,
}

async function deleteInBatches(db: Db, table: PgTable, id: PgColumn, condition: SQL | undefined): Promise<number> {
  let sum = 0
  for (;;) {
    const some = db.select({ id }).from(table).where(condition).limit(batch)
    const deleted = await db.delete(table).where(inArray(id, some)).returning({ id })
    sum += deleted.length
    if (deleted.length < batch) return sum
  }
}
