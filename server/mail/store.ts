import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { type MailDetails, mail } from '#server/database/schema/mail.ts'
import type { MailKind } from './message.ts'

/** An email to be sent. Its link is left out where it is made only when the email is written. */
export type NewMail = { id: string; kind: MailKind; recipient: string } & MailDetails

/** Adds an email and returns true, unless its recipient had `limit` of this kind within the last hour. */
export async function insertMail(
  db: Db,
  { id, kind, recipient, link, payment }: NewMail,
  limit: number | undefined,
): Promise<boolean> {
  const details = JSON.stringify({ link, payment })
  const asked = db.$count(
    mail,
    and(eq(mail.recipient, recipient), eq(mail.kind, kind), sql`${mail.createdAt} > now() - interval '1 hour'`),
  )
  const isAllowed = limit === undefined ? sql`true` : sql`${asked} < ${limit}`
  const inserted = await db
    .insert(mail)
    .select(sql`
      SELECT ${id}::uuid, ${kind}::text, ${recipient}::text, ${details}::jsonb, now(), null WHERE ${isAllowed}`)
    .returning({ id: mail.id })
  return inserted.length > 0
}

/** The email of that id unless it is done. `old` after a day of trying. */
export async function findUnsentMail(db: Db, id: string) {
  const [found] = await db
    .select({
      kind: mail.kind,
      recipient: mail.recipient,
      details: mail.details,
      old: sql<boolean>`${mail.createdAt} < now() - interval '1 day'`,
    })
    .from(mail)
    .where(and(eq(mail.id, id), isNull(mail.doneAt)))
  return found && { ...found, kind: found.kind as MailKind }
}
export type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsentMail>>>

/** The ids of the emails that are not done, oldest first. */
export async function listUnsentMail(db: Db): Promise<string[]> {
  const unsent = await db.select({ id: mail.id }).from(mail).where(isNull(mail.doneAt)).orderBy(mail.id)
  return unsent.map(({ id }) => id)
}

/** Ends an email: sent, or given up. Its link is forgotten. */
export async function finishMail(db: Db, id: string): Promise<void> {
  await db.update(mail).set({ doneAt: sql`now()`, details: {} }).where(eq(mail.id, id))
}

/** Deletes the emails that ended more than a day ago. */
export async function deleteOldMail(db: Db): Promise<void> {
  await db.delete(mail).where(and(isNotNull(mail.doneAt), lt(mail.doneAt, sql`now() - interval '1 day'`)))
}
