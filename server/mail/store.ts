import { and, count, desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { EmailResult } from '#contract/patient/email.ts'
import type { Db } from '#server/database/db.ts'
import { insertColumns } from '#server/database/insert-columns.ts'
import { type MailDetails, type MailKind, mail } from '#server/database/schema/mail.ts'

/** A request for an email. An email to set a password has no link, because its link is created when it is sent. */
export type MailRequest = { kind: MailKind; recipient: string } & MailDetails

const lockSpace = 7_305_119

/** Inserts an email, in the transaction `tx`. Returns false if its recipient has `limit` emails of this kind from the
 *  last hour, also those of other transactions that were under way: these are waited for. */
export async function insertMail(
  tx: Db,
  { id, kind, recipient, ...parts }: MailRequest & { id: string },
  limit: number | undefined,
): Promise<boolean> {
  const { link, sharedBy, sharedName, absence, payment, refunded, appointment, recallId, offer } = parts
  const details = JSON.stringify({
    link,
    sharedBy,
    sharedName,
    absence,
    payment,
    refunded,
    appointment,
    recallId,
    offer,
  })
  // A statement of its own: the next one sees what was added meanwhile. Few locks, because an import sends many emails
  // in one transaction, and holds them all.
  if (limit !== undefined)
    await tx.execute(
      sql`select pg_advisory_xact_lock(${lockSpace}, (hashtextextended(${`${kind} to ${recipient}`}, 0) & 63)::integer)`,
    )
  const inLastHour = tx.$count(
    mail,
    and(eq(mail.recipient, recipient), eq(mail.kind, kind), sql`${mail.createdAt} > now() - interval '1 hour'`),
  )
  const isAllowed = limit === undefined ? sql`true` : sql`${inLastHour} < ${limit}`
  const inserted = await tx
    .insert(mail)
    .select(sql`
      select ${insertColumns(mail, { id: sql`${id}`, kind: sql`${kind}`, recipient: sql`${recipient}`, details: sql`${details}` })}
      where ${isAllowed}`)
    .returning({ id: mail.id })
  return inserted.length > 0
}

// What an invitation says is found out when it is sent, so that it is never too late for one.
const longestWait = sql`case when ${mail.kind} = 'recall' then interval '14 days' else interval '1 day' end`

/** Returns an email unless it is done. `isExpired`: it is more than a day old; an invitation, more than two weeks.
 *  `isForLiving`: no patient has died whom it is about. */
export async function findUnsentMail(db: Db, id: string) {
  const [found] = await db
    .select({
      kind: mail.kind,
      recipient: mail.recipient,
      details: mail.details,
      createdAt: mail.createdAt,
      isExpired: sql<boolean>`${mail.createdAt} < now() - ${longestWait}`,
      isForLiving: sql<boolean>`is_mail_for_living(${mail.kind}, ${mail.recipient}, ${mail.details})`,
    })
    .from(mail)
    .where(and(eq(mail.id, id), isNull(mail.doneAt)))
  return found
}
export type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsentMail>>>

/** Lists the ids of the emails that are not done, oldest first. */
export async function listUnsentMail(db: Db): Promise<string[]> {
  const unsent = await db.select({ id: mail.id }).from(mail).where(isNull(mail.doneAt)).orderBy(mail.id)
  return unsent.map(({ id }) => id)
}

/** Counts the emails that are not done. `oldestSeconds` is the age of the oldest, 0 without any. */
export async function countUnsentMail(db: Db): Promise<{ count: number; oldestSeconds: number }> {
  const [found] = await db
    .select({
      count: count(),
      oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${mail.createdAt})), 0)::float8`,
    })
    .from(mail)
    .where(isNull(mail.doneAt))
  return found ?? { count: 0, oldestSeconds: 0 }
}

/** Marks an email as done, with what became of it, and deletes its details, which may contain a secret link. */
export async function finishMail(db: Db, id: string, result: EmailResult): Promise<void> {
  await db.update(mail).set({ doneAt: sql`now()`, details: {}, result }).where(eq(mail.id, id))
}

/** What concerns staff, who may be patients too. */
const staffKinds = ['staff-invitation', 'absence-decided'] as const satisfies MailKind[]
type PatientMailKind = Exclude<MailKind, (typeof staffKinds)[number]>

/** Lists the latest emails to a patient, newest first, without what they say. */
export async function listMailToPatient(db: Db, recipient: string, limit: number) {
  const { id, createdAt, doneAt, result } = mail
  return db
    .select({ id, kind: sql<PatientMailKind>`${mail.kind}`, createdAt, doneAt, result })
    .from(mail)
    .where(and(eq(mail.recipient, recipient), notInArray(mail.kind, [...staffKinds])))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
