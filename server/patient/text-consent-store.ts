import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type ConsentProof, textConsentWording } from '#contract/text-message.ts'
import type { Db } from '#server/database/db.ts'
import { patient } from '#server/database/schema/patient.ts'
import { phoneCode, textConsent, textStop } from '#server/database/schema/text-message.ts'
import { listPhones } from './store.ts'
import { type TextCountries, textNumberOf, textNumbersOf } from './text-number.ts'

/** Why a patient does not get the text messages that were chosen. */
export type TextRefusal = 'no-text-number' | 'texts-stopped' | 'number-not-proved'

/** Who saved a patient's data: staff, who have asked the patient, or the account `userId`, which must have proved the
 *  number. `by` is their email, `isChosen`: they have chosen the way to reach the patient. */
export type Saved = { clinic: TextCountries; by: string; isChosen: boolean; userId?: string }

const isOpen = isNull(textConsent.endedAt)
const isOf = (patientId: string) => and(eq(textConsent.patientId, patientId), isOpen)

/** Makes a patient's agreement to text messages fit what they or staff have just saved: whoever wants text messages
 *  agrees to them, at the first of their phone numbers; whoever does not, ends them. Returns a reason if they were
 *  chosen and that number can't get them. If they were not chosen now and their number is gone, the patient hears by
 *  email. */
export async function syncTextConsent(tx: Db, patientId: string, saved: Saved): Promise<TextRefusal | undefined> {
  const { clinic, by, isChosen, userId } = saved
  const ender = userId === undefined ? 'staff' : 'patient'
  const [row] = await tx.select({ contact: patient.contact }).from(patient).where(eq(patient.id, patientId))
  if (row?.contact !== 'sms') return endConsent(tx, patientId, ender)
  const numbers = (await listPhones(tx, [patientId])).map(({ number }) => number)
  const [open] = await tx.select({ phone: textConsent.phone }).from(textConsent).where(isOf(patientId))
  const phone = textNumberOf(numbers, clinic)
  if (open && (phone === open.phone || (!isChosen && textNumbersOf(numbers, clinic).includes(open.phone))))
    return undefined
  const refusal = await refusalOf(tx, phone, userId)
  if (refusal && isChosen) return refusal
  await endConsent(tx, patientId, ender)
  if (phone === undefined || refusal)
    await tx.update(patient).set({ contact: otherWay }).where(eq(patient.id, patientId))
  else await addConsent(tx, { patientId, phone, givenBy: by, provedBy: userId === undefined ? 'staff' : 'code' })
  return undefined
}

async function refusalOf(tx: Db, phone: string | undefined, userId: string | undefined) {
  if (phone === undefined) return 'no-text-number' as const
  if (await isStopped(tx, phone)) return 'texts-stopped' as const
  return userId === undefined || (await isProved(tx, userId, phone)) ? undefined : ('number-not-proved' as const)
}

/** Tells whether the holder of a number (E.164) has stopped text messages to it. */
export async function isStopped(db: Db, phone: string): Promise<boolean> {
  return (await db.$count(textStop, eq(textStop.phone, phone))) > 0
}

/** Tells whether an account has entered a code that a number got. */
async function isProved(db: Db, userId: string, phone: string): Promise<boolean> {
  const used = and(eq(phoneCode.userId, userId), eq(phoneCode.phone, phone), sql`${phoneCode.usedAt} is not null`)
  return (await db.$count(phoneCode, used)) > 0
}

/** How a patient hears who does not get text messages any more: by email, or by phone if they have none. */
export const otherWay = sql`case when ${patient.email} is null then 'phone' else 'email' end`

async function endConsent(tx: Db, patientId: string, endedBy: 'patient' | 'staff'): Promise<undefined> {
  await tx.update(textConsent).set({ endedAt: sql`now()`, endedBy }).where(isOf(patientId))
}

/** Adds an agreement to text messages. */
export async function addConsent(
  tx: Db,
  values: { patientId: string; phone: string; givenBy: string; provedBy: ConsentProof },
): Promise<void> {
  await tx.insert(textConsent).values({ ...values, wording: textConsentWording })
}

/** Returns the agreement to text messages that counts; undefined if a patient does not want them. */
export async function findTextConsent(db: Db, patientId: string) {
  const { phone, givenAt, givenBy } = textConsent
  const [found] = await db
    .select({ phone, givenAt, givenBy })
    .from(textConsent)
    .innerJoin(patient, and(eq(patient.id, textConsent.patientId), eq(patient.contact, 'sms')))
    .where(isOf(patientId))
  return found
}

/** Tells how an agreement to text messages to a number was proved, the latest that is open; undefined without one. */
export async function findProof(db: Db, patientId: string, phone: string): Promise<ConsentProof | undefined> {
  const [found] = await db
    .select({ provedBy: textConsent.provedBy })
    .from(textConsent)
    .where(and(isOf(patientId), eq(textConsent.phone, phone)))
    .orderBy(desc(textConsent.givenAt))
    .limit(1)
  return found?.provedBy
}
