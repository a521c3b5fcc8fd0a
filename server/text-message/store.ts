import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { MessageKind } from '#contract/message.ts'
import type { Db } from '#server/database/db.ts'
import { textMessage } from '#server/database/schema/text-message.ts'
import type { TextReport } from './provider.ts'

/** The notice that a text message is about. */
export type OfNotice = { bookingId: string; kind: MessageKind; sequence: number; hoursBefore: number }

export type TextRow = typeof textMessage.$inferSelect

/** Inserts a text message. */
export async function insertText(
  tx: Db,
  values: OfNotice & { id: string; patientId: string; phone: string; body: string; startsAt: Date },
): Promise<void> {
  await tx.insert(textMessage).values(values)
}

/** Tells whether a notice has a text message already, which then did not arrive. */
export async function hasText(db: Db, { bookingId, kind, sequence, hoursBefore }: OfNotice): Promise<boolean> {
  const ofNotice = and(
    eq(textMessage.bookingId, bookingId),
    eq(textMessage.kind, kind),
    eq(textMessage.sequence, sequence),
    eq(textMessage.hoursBefore, hoursBefore),
  )
  return (await db.$count(textMessage, ofNotice)) > 0
}

/** Returns a text message that waits. */
export async function findWaitingText(db: Db, id: string): Promise<TextRow | undefined> {
  const isWaiting = and(eq(textMessage.id, id), eq(textMessage.state, 'waiting'))
  const [found] = await db.select().from(textMessage).where(isWaiting)
  return found
}

/** Notes that a text message is handed to the provider now, who may have it from then on. */
export async function noteTry(db: Db, id: string): Promise<void> {
  const isFirst = and(eq(textMessage.id, id), isNull(textMessage.triedAt))
  await db.update(textMessage).set({ triedAt: sql`now()` }).where(isFirst)
}

/** Ends a text message that never reached the provider. */
export async function endText(tx: Db, id: string, state: 'refused' | 'outdated' | 'failed', error?: string) {
  const ended = { state, body: '', doneAt: sql`now()`, ...(error !== undefined && { error }) }
  await tx.update(textMessage).set(ended).where(eq(textMessage.id, id))
}

/** Notes what the provider says of a text message that it took. */
export async function noteTaken(tx: Db, id: string, { state, ...report }: TextReport): Promise<void> {
  const done = state === 'sent' ? {} : { doneAt: sql`now()` }
  await tx
    .update(textMessage)
    .set({ ...report, state, body: '', ...done })
    .where(eq(textMessage.id, id))
}

/** Notes what became of a text message. Reports repeat and come in any order: the first final one counts. Returns the
 *  message if this was it. */
export async function noteReport(tx: Db, { providerId, state, ...report }: TextReport): Promise<TextRow | undefined> {
  const isOpen = and(eq(textMessage.providerId, providerId), inArray(textMessage.state, ['waiting', 'sent']))
  if (state === 'sent') return undefined
  const [changed] = await tx
    .update(textMessage)
    .set({ state, ...report, body: '', doneAt: sql`now()` })
    .where(isOpen)
    .returning()
  return changed
}

/** Lists the latest text messages to a patient, newest first. */
export async function listTextsTo(db: Db, patientId: string, limit: number) {
  const { id, kind, phone, createdAt, state } = textMessage
  return db
    .select({ id, kind, phone, createdAt, state })
    .from(textMessage)
    .where(eq(textMessage.patientId, patientId))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
