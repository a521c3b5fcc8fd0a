import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient } from '#server/database/schema/patient.ts'
import { textConsent, textStop } from '#server/database/schema/text-message.ts'
import { isLiving } from './store.ts'
import { addConsent, otherWay } from './text-consent-store.ts'

/** Ends text messages to a number (E.164) because its holder answered STOP, with all agreements for it. From then on
 *  these patients hear by email, or by phone if they have none. Returns how many there were. */
export function stopTexts(db: Db, phone: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.insert(textStop).values({ phone }).onConflictDoNothing()
    const ended = await tx
      .update(textConsent)
      .set({ endedAt: sql`now()`, endedBy: 'stop' })
      .where(and(eq(textConsent.phone, phone), isNull(textConsent.endedAt)))
      .returning({ patientId: textConsent.patientId })
    const ids = ended.map(({ patientId }) => patientId)
    if (ids.length > 0)
      await tx
        .update(patient)
        .set({ contact: otherWay })
        .where(and(inArray(patient.id, ids), eq(patient.contact, 'sms')))
    return ids.length
  })
}

/** Permits text messages to a number (E.164) again because its holder answered START. The patients whose agreement STOP
 *  has ended, and who have not chosen anything since, get them again. Returns how many there are; undefined if nobody
 *  had stopped them. */
export function startTexts(db: Db, phone: string): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const deleted = await tx.delete(textStop).where(eq(textStop.phone, phone)).returning()
    if (deleted.length === 0) return undefined
    const rows = await selectRows<{ id: string; stopped: boolean | null }>(
      tx,
      sql`
    select distinct on (mine.patient_id) mine.patient_id as id, mine.ended_by = 'stop' and mine.phone = ${phone} as stopped
    from ${textConsent} as mine
    where mine.patient_id in (select stopped.patient_id from ${textConsent} as stopped where stopped.phone = ${phone})
    order by mine.patient_id, mine.given_at desc, mine.id desc`,
    )
    const stopped = rows.filter((row) => row.stopped === true).map(({ id }) => id)
    if (stopped.length === 0) return 0
    const back = await tx
      .update(patient)
      .set({ contact: 'sms' })
      .where(and(inArray(patient.id, stopped), eq(patient.contact, otherWay), isNull(patient.mergedInto), isLiving))
      .returning({ id: patient.id })
    for (const { id } of back) await addConsent(tx, { patientId: id, phone, givenBy: phone, provedBy: 'answer' })
    return back.length
  })
}
