import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { type MailDetails, mail } from '#server/database/schema/mail.ts'
import type { MailKind } from './message.ts'

/** A mail to be sent. Its link is left out where it is made only when the mail is written. */
export type NewMail = { id: string; kind: MailKind; recipient: string } & MailDetails

/** Adds a mail, unless its recipient had `atMost` of this kind within the last hour. */
export async function insertMail(
  db: Db,
  { id, kind, recipient, link, payment }: NewMail,
  atMost: number | undefined,
): Promise<void> {
  const details = JSON.stringify({ link, payment })
  if (atMost === undefined) {
    await db.execute(sql`
      INSERT INTO ${mail} (id, kind, recipient, details)
      VALUES (${id}::uuid, ${kind}::text, ${recipient}::text, ${details}::jsonb)`)
    return
  }
  await db.execute(sql`
    INSERT INTO ${mail} (id, kind, recipient, details)
    SELECT ${id}::uuid, ${kind}::text, ${recipient}::text, ${details}::jsonb
    WHERE (
      SELECT count(*) FROM ${mail}
      WHERE ${mail.recipient} = ${recipient} AND ${mail.kind} = ${kind} AND ${mail.createdAt} > now() - interval '1 hour'
    ) < ${atMost}`)
}

/** Takes the mail that has waited longest, for two minutes: nobody else gets it in that time, and a process that dies with it
 *  loses it to the next. Undefined when none is due. `old` after a day of trying. */
export async function claimMail(db: Db) {
  const [claimed] = await db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, due: sql`now() + interval '2 minutes'` })
    .where(
      sql`${mail.id} = (
        SELECT next.id FROM ${mail} AS next WHERE next.done_at IS NULL AND next.due <= now()
        ORDER BY next.due LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning({
      id: mail.id,
      kind: mail.kind,
      recipient: mail.recipient,
      details: mail.details,
      attempts: mail.attempts,
      old: sql<boolean>`${mail.createdAt} < now() - interval '1 day'`,
    })
  return claimed && { ...claimed, kind: claimed.kind as MailKind }
}
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/** Ends a mail: sent, or given up. Its link is forgotten. */
export async function finishMail(db: Db, id: string): Promise<void> {
  await db.update(mail).set({ doneAt: sql`now()`, details: {} }).where(eq(mail.id, id))
}

/** Has a mail tried again in so many seconds. */
export async function postponeMail(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(mail)
    .set({ due: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(mail.id, id))
}

/** Forgets the mails that ended more than a day ago. */
export async function deleteOldMail(db: Db): Promise<void> {
  await db.delete(mail).where(and(isNotNull(mail.doneAt), lt(mail.doneAt, sql`now() - interval '1 day'`)))
}
