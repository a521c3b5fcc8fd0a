import type { PatientTexts } from '#contract/text-message.ts'
import type { Db } from '#server/database/db.ts'
import type { PatientRow } from '#server/patient/record-store.ts'
import { findTextConsent } from '#server/patient/text-consent-store.ts'
import { listTextsTo } from '#server/text-message/store.ts'

const maxTexts = 100

/** Returns what a patient agreed to, and the latest text messages to them, newest first. */
export async function readTexts(db: Db, { id }: Pick<PatientRow, 'id'>): Promise<PatientTexts> {
  const [agreement, rows] = await Promise.all([findTextConsent(db, id), listTextsTo(db, id, maxTexts)])
  return {
    ...(agreement && { agreement: { ...agreement, givenAt: agreement.givenAt.toISOString() } }),
    texts: rows.map(({ id: _id, createdAt, ...text }) => ({ _id, createdAt: createdAt.toISOString(), ...text })),
  }
}
