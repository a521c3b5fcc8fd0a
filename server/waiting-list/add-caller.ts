import { v5 as hashedUuid } from 'uuid'
import type { CallerRequest } from '#contract/desk/waiting-list.ts'
import { refused } from '#contract/kit/outcome.ts'
import { nothingKnown } from '#contract/patient/fields.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addPatient, type LikelyDuplicate } from '#server/patient/add.ts'
import { listPatientsById } from '#server/patient/store.ts'
import { type JoinRefusal, join } from './join.ts'

type Deps = { db: Db; jobs: Jobs; calendar: Calendar; country: string }
type Outcome = { ok: true; id: string; patientAdded: boolean } | JoinRefusal | LikelyDuplicate

/** Puts a patient on the waiting list, who is added if they are new: all of it or nothing. Equal requests with one id
 *  add one patient.
 *  @param by the email of the staff */
export async function addCaller(
  { db, jobs, calendar, country }: Deps,
  { patient, requestId, ...wish }: CallerRequest,
  by: string,
  record: RecordAudit,
): Promise<Outcome> {
  const rules = await calendar.rules()
  return transact(db, async (tx): Promise<Outcome> => {
    const id = 'id' in patient ? patient.id : patientIdOf(requestId)
    const [known] = await listPatientsById(tx, [id])
    if (!known && 'id' in patient) return refused('unknown-patient')
    if (!known && 'name' in patient) {
      const { name, email = '', phone, addAnyway = false } = patient
      const fields = { ...nothingKnown, name, email, phones: [phone] }
      const added = await addPatient(tx, jobs, { id, fields, addAnyway, country }, record)
      if (!added.ok) return added.reason === 'likely-duplicate' ? added : refused('unknown-patient')
    }
    const who = { patientId: known?.id ?? id, joinedBy: null, addedBy: by, now: calendar.clock() }
    const outcome = await join(tx, rules, wish, who, record)
    return outcome.ok ? { ...outcome, patientAdded: !known } : outcome
  })
}

// A repeated request finds the patient whom the first one added. The namespace is random (RFC 9562, 6.6).
const patientIdOf = (requestId: string) => hashedUuid(requestId, '5a0f5b0e-51c2-4a0e-8a9f-64d1a9f3c7b1')
