import { type Outcome, type RefusalOf, type ResultOf, refused } from '#contract/kit/outcome.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { takeRolesOfDoctor } from '#server/auth/role-store.ts'
import type { Db } from '#server/database/db.ts'
import { ensurePhoto, releasePhoto } from '#server/photo/store.ts'
import { type AddedDoctor, deleteDoctor, insertDoctor, isPhoto, isTreatment, markLeft, replacePhoto } from './store.ts'

/** Reasons not to add a doctor. */
export type DoctorRefusal = 'unknown-specialty' | 'unknown-photo' | 'known-email'

/** Runs a change of the clinic's rules in a transaction, which gives appointments other doctors if necessary. With
 *  `tellPatients` their patients get an email. */
export type ChangeRules = <Any extends { ok: boolean }>(
  work: (tx: Db) => Promise<Any>,
  telling: { tellPatients: boolean },
) => Promise<{ ok: true; result: ResultOf<Any> } | RefusalOf<Any>>

// Whoever adds a doctor is not asked, so nobody gets an email.
const silently = { tellPatients: false }

/** Adds a doctor and records it in the audit trail, both or neither. The insert is the check (docs/decisions/0004); if
 *  it inserts nothing, queries find the reason. */
export async function addDoctor(
  changeRules: ChangeRules,
  input: AddedDoctor,
  recordAudit: RecordAudit,
): Promise<Outcome<{ id: string }, DoctorRefusal>> {
  const outcome = await changeRules(async (tx): Promise<Outcome<{ id: string }, DoctorRefusal>> => {
    await ensurePhoto(tx, input.img)
    const id = await insertDoctor(tx, input)
    if (!id) return refused(await whyNot(tx, input))
    await recordAudit(tx, 'add-doctor', input.email)
    return { ok: true, id }
  }, silently)
  return outcome.ok ? outcome.result : outcome
}

async function whyNot(tx: Db, { specialty, img }: AddedDoctor): Promise<DoctorRefusal> {
  if (specialty !== '' && !(await isTreatment(tx, specialty))) return 'unknown-specialty'
  return (await isPhoto(tx, img)) ? 'known-email' : 'unknown-photo'
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
      return { ok: true, removed } as const
    },
    { tellPatients },
  )
  return result.removed
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
