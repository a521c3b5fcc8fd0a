import { and, type Column, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type ConsentEnder, textConsentWording } from '#contract/text-message.ts'
import type { Db } from '#server/database/db.ts'
import { patient } from '#server/database/schema/patient.ts'
import { textConsent } from '#server/database/schema/text-message.ts'
import { textNumberOf } from './phone-number.ts'
import { listPhones } from './store.ts'

const isOpen = isNull(textConsent.endedAt)

/** Makes a patient's agreement to text messages fit what they or staff have just saved: whoever wants text messages
 *  agrees to them, at the first of their phone numbers; whoever does not, ends them. Returns a reason if they are
 *  wanted and none of the numbers can get them.
 *  @param country the clinic's (ISO 3166-1 alpha-2)
 *  @param by the email of who saved it */
export async function syncTextConsent(
  tx: Db,
  patientId: string,
  { country, by, ender }: { country: string; by: string; ender: Exclude<ConsentEnder, 'stop'> },
): Promise<'no-text-number' | undefined> {
  const [row] = await tx.select({ contact: patient.contact }).from(patient).where(eq(patient.id, patientId))
  const [open] = await tx
    .select({ phone: textConsent.phone })
    .from(textConsent)
    .where(and(eq(textConsent.patientId, patientId), isOpen))
  const numbers = (await listPhones(tx, [patientId])).map(({ number }) => number)
  const phone = row?.contact === 'sms' ? textNumberOf(numbers, country) : undefined
  if (row?.contact === 'sms' && !phone) return 'no-text-number'
  if (open?.phone === phone) return undefined
  await tx
    .update(textConsent)
    .set({ endedAt: sql`now()`, endedBy: ender })
    .where(and(eq(textConsent.patientId, patientId), isOpen))
  if (phone) await tx.insert(textConsent).values({ patientId, phone, wording: textConsentWording, givenBy: by })
  return undefined
}

/** Ends all agreements for a number (E.164) because its holder answered STOP. From then on these patients hear by
 *  email, or by phone if they have none. Returns how many there were. */
export async function stopTexts(tx: Db, phone: string): Promise<number> {
  const ended = await tx
    .update(textConsent)
    .set({ endedAt: sql`now()`, endedBy: 'stop' })
    .where(and(eq(textConsent.phone, phone), isOpen))
    .returning({ patientId: textConsent.patientId })
  const ids = ended.map(({ patientId }) => patientId)
  if (ids.length > 0)
    await tx
      .update(patient)
      .set({ contact: sql`case when ${patient.email} is null then 'phone' else 'email' end` })
      .where(and(inArray(patient.id, ids), eq(patient.contact, 'sms')))
  return ids.length
}

/** Whether a patient, by the column with their id, gets text messages. */
export const getsTexts = (patientId: Column) => sql<boolean>`exists (
  select from ${textConsent} as agreed, ${patient} as texted
  where texted.id = ${patientId} and texted.contact = 'sms' and agreed.patient_id = texted.id
    and agreed.ended_at is null)`

/** Returns the agreement to text messages that counts; undefined if a patient does not want them. */
export async function findTextConsent(db: Db, patientId: string) {
  const { phone, givenAt, givenBy } = textConsent
  const [found] = await db
    .select({ phone, givenAt, givenBy })
    .from(textConsent)
    .where(and(eq(textConsent.patientId, patientId), isOpen, getsTexts(textConsent.patientId)))
  return found
}
