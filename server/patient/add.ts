import type { Refused } from '#contract/kit/outcome.ts'
import type { PatientFields } from '#contract/patient/fields.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { findUnclaimed } from '#server/auth/claim-store.ts'
import { hasAccount } from '#server/auth/store.ts'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail } from '#server/mail/jobs.ts'
import { contactFor } from './contact-store.ts'
import { type Duplicate, findDuplicates } from './duplicates.ts'
import { lockName } from './duplicates-store.ts'
import { toColumns } from './field-store.ts'
import { replacePhones } from './record-store.ts'
import { insertPatient, lockEmail } from './store.ts'

/** Somebody who is probably the same person is a patient already. */
export type LikelyDuplicate = Refused<'likely-duplicate', { duplicates: Duplicate[] }>

type NewPatient = { id: string; fields: PatientFields; addAnyway: boolean; country: string }

/** Adds a patient, with an entry in the audit trail, unless they are probably there already. Somebody with an email
 *  gets a link to make an account. */
export async function addPatient(
  tx: Db,
  jobs: Jobs,
  { id, fields, addAnyway, country }: NewPatient,
  record: RecordAudit,
): Promise<{ ok: true } | LikelyDuplicate | Refused<'other-request'>> {
  const { name, phones, email } = fields
  // Two desks that add one person at the same time: the second sees the first's.
  if (email !== '') await lockEmail(tx, email)
  await lockName(tx, name)
  const duplicates = addAnyway ? [] : await findDuplicates(tx, fields, country)
  if (duplicates.length > 0) return { ok: false, reason: 'likely-duplicate', duplicates }
  if (!(await insertPatient(tx, { id, ...toColumns(fields), name }))) return { ok: false, reason: 'other-request' }
  await replacePhones(tx, id, phones)
  await record(tx, 'add-patient', `${name} (${email || 'no email'})`, [id])
  await sendClaimLink(tx, jobs, { id, email })
  return { ok: true }
}

/** Sends a link to make an account to a patient's address, unless an account has it or acts for them, or they want no
 *  emails. Returns what was done. */
export async function sendClaimLink(
  tx: Db,
  jobs: Jobs,
  { id, email }: { id: string; email: string },
): Promise<'link-sent' | 'has-account' | undefined> {
  if (email === '') return undefined
  if (await hasAccount(tx, email)) return 'has-account'
  // Accounts of others act for them already.
  if (!(await findUnclaimed(tx, { email }))) return undefined
  const contact = await contactFor(tx, { patientId: id }, 'account')
  if (contact.means !== 'email') return undefined
  await addMail(tx, jobs, { kind: 'claim-account', recipient: email })
  return 'link-sent'
}
