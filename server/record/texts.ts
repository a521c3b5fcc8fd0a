import type { PatientTexts } from '#contract/text-message.ts'
import type { Db } from '#server/database/db.ts'
import { findRecord } from '#server/patient/record-store.ts'
import { findTextConsent } from '#server/patient/text-consent-store.ts'
import { listTextsTo } from '#server/text-message/store.ts'

const maxTexts = 100

/** Returns what became of the latest text messages to a patient, with what they agreed to, their id, and the name that
 *  an entry of the audit trail says. Undefined if there is no such patient. */
export async function readTexts(
  db: Db,
  patientId: string,
): Promise<{ id: string; name: string; answer: PatientTexts } | undefined> {
  const found = await findRecord(db, patientId)
  if (!found) return undefined
  const { id } = found
  const [agreement, rows] = await Promise.all([findTextConsent(db, id), listTextsTo(db, id, maxTexts)])
  const texts = rows.map(({ id: _id, createdAt, ...text }) => ({ _id, createdAt: createdAt.toISOString(), ...text }))
  const answer = { texts, ...(agreement && { agreement: { ...agreement, givenAt: agreement.givenAt.toISOString() } }) }
  return { id, name: found.erasedAt ? 'an erased patient' : found.name, answer }
}
