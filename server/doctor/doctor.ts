import type { NewDoctor } from '#contract/doctor.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { takeRolesOfDoctor } from '#server/auth/role-store.ts'
import type { Db } from '#server/database/db.ts'
import { ensurePhoto, releasePhoto } from '#server/photo/store.ts'
import { deleteDoctor, insertDoctor, isPhoto, isTreatment, markLeft, replacePhoto } from './store.ts'

/** Reasons not to add a doctor. */
export type DoctorRefusal = 'unknown-specialty' | 'unknown-photo' | 'known-email'

/** Runs a change of the clinic's rules in a transaction, which gives appointments other doctors if necessary. With
 *  `tellPatients` their patients get an email. */
export type ChangeRules = <Result>(
  work: (tx: Db) => Promise<Result>,
  telling: { tellPatients: boolean },
) => Promise<{ result: Result }>

// Whoever adds a doctor is not asked, so nobody gets an email.
const silently = { tellPatients: false }

/** Adds a doctor and records it in the audit trail, both or neither. The insert is the check (docs/decisions/0004); if
 *  it inserts nothing, queries find the reason. */
export async function addDoctor(
  db: Db,
  changeRules: ChangeRules,
  input: NewDoctor,
  recordAudit: RecordAudit,
): Promise<Outcome<{ id: string }, DoctorRefusal>> {
  const { result: id } = await changeRules(async (tx) => {
    await ensurePhoto(tx, input.img)
    const added = await insertDoctor(tx, input)
    if (added) await recordAudit(tx, 'add-doctor', input.email)
    return added
  }, silently)
  if (id) return { ok: true, id }
  if (input.specialty !== '' && !(await isTreatment(db, input.specialty))) return refused('unknown-specialty')
  if (!(await isPhoto(db, input.img))) return refused('unknown-photo')
  return refused('known-email')
}

/** Deletes the doctor with this email, releases the photo and records the deletion in the audit trail, all or nothing.
 *  A doctor with appointments stays as a former doctor. Patients whose appointment gets another doctor are told with
 *  `tellPatients`. Returns false if there is no such doctor. */
export async function removeDoctor(
  changeRules: ChangeRules,
  { email, tellPatients }: { email: string; tellPatients: boolean },
  recordAudit: RecordAudit,
): Promise<boolean> {
  const { result } = await changeRules(
    async (tx) => {
      const removed = await removeDoctorIn(tx, email)
      if (removed) await recordAudit(tx, 'delete-doctor', email)
      return removed
    },
    { tellPatients },
  )
  return result
}

/** Gives a doctor another photo within a change of the rules, and releases the former one. `url` is a stored one; an
 *  empty one removes the photo. Returns false, and changes nothing, if we don't have this photo. */
export async function changePhotoIn(tx: Db, id: string, url: string): Promise<boolean> {
  await ensurePhoto(tx, url)
  const former = await replacePhoto(tx, id, url)
  if (former !== undefined && former !== url) await releasePhoto(tx, former)
  return former !== undefined
}

/** Removes a doctor and their photo within a change of the rules, and ends the role of their account; a doctor with
 *  appointments stays as a former doctor. Returns false if there is no such doctor. */
export async function removeDoctorIn(tx: Db, email: string): Promise<boolean> {
  await takeRolesOfDoctor(tx, email)
  const deleted = await deleteDoctor(tx, email)
  if (deleted) await releasePhoto(tx, deleted.img)
  return deleted !== undefined || (await markLeft(tx, email)) !== undefined
}
