import { v5 as hashedUuid } from 'uuid'
import type { Refused } from '#contract/kit/outcome.ts'
import type { PatientToAdd } from '#contract/patient/record.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addPatient, type LikelyDuplicate } from '#server/patient/add.ts'
import { findRecord } from '#server/patient/record-store.ts'
import { lockEmail } from '#server/patient/store.ts'
import { syncTextConsent, type TextRefusal } from '#server/patient/text-consent-store.ts'
import type { TextCountries } from '#server/patient/text-number.ts'

/** Adds a patient without an appointment. Equal requests with one id add one patient and get the same outcome.
 *  @param by the email of who adds them */
export function addRecord(
  { db, jobs, clinic }: { db: Db; jobs: Jobs; clinic: TextCountries },
  { fields, addAnyway = false, requestId }: PatientToAdd,
  { record, by }: { record: RecordAudit; by: string },
): Promise<{ ok: true; id: string } | LikelyDuplicate | Refused<'other-request' | TextRefusal>> {
  // Random (RFC 9562, 6.6). The id is derived from the request's, so that a repeated request finds the patient.
  const id = hashedUuid(requestId, '5d0f6e1a-7c53-4c0e-9a39-3f1f4b8f7b61')
  return transact(db, async (tx) => {
    await lockEmail(tx, requestId)
    const made = await findRecord(tx, id)
    if (made) return made.name === fields.name ? ({ ok: true, id } as const) : refusedRequest
    const added = await addPatient(tx, jobs, { id, fields, addAnyway, country: clinic.country }, record)
    if (!added.ok) return added
    const reason = await syncTextConsent(tx, id, { clinic, by, isChosen: true })
    return reason ? ({ ok: false, reason } as const) : ({ ok: true, id } as const)
  })
}

const refusedRequest = { ok: false, reason: 'other-request' } as const
