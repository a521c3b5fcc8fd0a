import type { PatientEmail } from '#contract/patient/email.ts'
import type { Db } from '#server/database/db.ts'
import { listMailToPatient } from '#server/mail/store.ts'
import type { PatientRow } from '#server/patient/record-store.ts'

const maxEmails = 100

/** Returns the latest emails to a patient's own address, newest first. */
export async function readEmails(db: Db, { email }: Pick<PatientRow, 'email'>): Promise<PatientEmail[]> {
  const rows = email === null ? [] : await listMailToPatient(db, email, maxEmails)
  return rows.map(({ id, kind, createdAt, doneAt, result }) => ({
    ...{ _id: id, kind, createdAt: createdAt.toISOString() },
    ...(doneAt && { doneAt: doneAt.toISOString() }),
    ...(result && { result }),
  }))
}
