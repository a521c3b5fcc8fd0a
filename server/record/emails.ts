import type { PatientEmail } from '#contract/patient/email.ts'
import type { Db } from '#server/database/db.ts'
import { listMailToPatient } from '#server/mail/store.ts'
import { findRecord } from '#server/patient/record-store.ts'

const maxEmails = 100

/** Returns the latest emails to a patient's own address, of the record that has their data if it was merged, with what
 *  an entry of the audit trail says. Undefined if there is no such patient. */
export async function readEmails(
  db: Db,
  patientId: string,
): Promise<{ id: string; name: string; emails: PatientEmail[] } | undefined> {
  const found = await findRecord(db, patientId)
  if (!found) return undefined
  const rows = found.email === null ? [] : await listMailToPatient(db, found.email, maxEmails)
  const emails = rows.map(({ id, kind, createdAt, doneAt, result }) => ({
    ...{ _id: id, kind, createdAt: createdAt.toISOString() },
    ...(doneAt && { doneAt: doneAt.toISOString() }),
    ...(result && { result }),
  }))
  return { id: found.id, name: found.erasedAt ? 'an erased patient' : found.name, emails }
}
