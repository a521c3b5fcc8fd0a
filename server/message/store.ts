import { eq, sql } from 'drizzle-orm'
import type { MessageKind, MessageText } from '#contract/message.ts'
import type { Db } from '#server/database/db.ts'
import { type MailKind, messageTemplate } from '#server/database/schema/mail.ts'

/** Lists the words that the clinic has chosen, by the kind of message. */
export async function listWords(db: Db): Promise<Map<MessageKind, MessageText>> {
  const rows = await db.select().from(messageTemplate)
  return new Map(rows.map(({ kind, subject, text }) => [kind, { subject, text }]))
}

/** Returns the same by the kind of email. */
export async function readWords(db: Db): Promise<Map<MailKind, MessageText>> {
  const words = await listWords(db)
  return new Map([...words].map(([kind, text]) => [`appointment-${kind}`, text]))
}

/** Chooses the words of a kind of message; empty ones are the usual ones again. */
export async function setWords(tx: Db, kind: MessageKind, words: MessageText): Promise<void> {
  if (words.subject === '' && words.text === '') await tx.delete(messageTemplate).where(eq(messageTemplate.kind, kind))
  else
    await tx
      .insert(messageTemplate)
      .values({ kind, ...words })
      .onConflictDoUpdate({ target: messageTemplate.kind, set: { ...words, changedAt: sql`now()` } })
}
