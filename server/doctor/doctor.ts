import type { NewDoctor } from '#contract/doctor.ts'
import type { Db } from '#server/database/db.ts'
import { deleteDoctor, insertDoctor, isPhoto, isTreatment, markLeft } from './store.ts'

/** Appends to the audit trail in the transaction `tx`. */
export type RecordAudit = (tx: Db, action: 'add-doctor' | 'delete-doctor', email: string) => Promise<void>

/** Reasons not to add a doctor. */
export type DoctorRefusal = 'unknown-specialty' | 'unknown-photo' | 'known-email'
export type DoctorOutcome = { ok: true; id: string } | { ok: false; reason: DoctorRefusal }

type PhotoStep = (tx: Db, url: string) => Promise<void>

/** Runs a change of the clinic's rules in a transaction, which gives appointments other doctors if necessary. With `tellPatients` their patients
 *  get an email. */
export type ChangeRules = <Result>(
  work: (tx: Db) => Promise<Result>,
  telling: { tellPatients: boolean },
) => Promise<{ result: Result }>

// Whoever adds a doctor is not asked, so nobody gets an email.
const silently = { tellPatients: false }

/** Adds a doctor and records it in the audit trail, both or neither. The insert is the check (docs/decisions/0004); if it inserts nothing,
 *  queries find the reason. `ensurePhoto` inserts the row that the doctor references if the picture is hosted elsewhere. */
export async function addDoctor(
  db: Db,
  changeRules: ChangeRules,
  input: NewDoctor,
  recordAudit: RecordAudit,
  ensurePhoto: PhotoStep,
): Promise<DoctorOutcome> {
  const { result: id } = await changeRules(async (tx) => {
    await ensurePhoto(tx, input.img)
    const added = await insertDoctor(tx, input)
    if (added) await recordAudit(tx, 'add-doctor', input.email)
    return added
  }, silently)
  if (id) return { ok: true, id }
  if (input.specialty !== '' && !(await isTreatment(db, input.specialty)))
    return { ok: false, reason: 'unknown-specialty' }
  if (!(await isPhoto(db, input.img))) return { ok: false, reason: 'unknown-photo' }
  return { ok: false, reason: 'known-email' }
}

/** Deletes the doctor with this email, releases the photo and records the deletion in the audit trail, all or nothing. A doctor with
 *  appointments stays as a former doctor. Patients whose appointment gets another doctor are told with `tellPatients`. Returns false if there is
 *  no such doctor. */
export async function removeDoctor(
  changeRules: ChangeRules,
  { email, tellPatients }: { email: string; tellPatients: boolean },
  recordAudit: RecordAudit,
  releasePhoto: PhotoStep,
): Promise<boolean> {
  const { result } = await changeRules(
    async (tx) => {
      const removed = await removeDoctorIn(tx, email, releasePhoto)
      if (removed) await recordAudit(tx, 'delete-doctor', email)
      return removed
    },
    { tellPatients },
  )
  return result
}

/** Removes a doctor and their photo within a change of the rules; a doctor with appointments stays as a former doctor. Returns false if there
 *  is no such doctor. */
export async function removeDoctorIn(tx: Db, email: string, releasePhoto: PhotoStep): Promise<boolean> {
  const deleted = await deleteDoctor(tx, email)
  if (deleted) await releasePhoto(tx, deleted.img)
  return deleted !== undefined || (await markLeft(tx, email)) !== undefined
}
