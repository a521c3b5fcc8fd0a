import type { NewDoctor } from '#contract/doctor.ts'
import type { Db } from '#server/database/db.ts'
import { deleteDoctor, insertDoctor, isPhoto, isTreatment } from './store.ts'

/** Appends to the audit trail in the transaction `tx`. */
export type RecordAudit = (tx: Db, action: 'add-doctor' | 'delete-doctor', email: string) => Promise<void>

/** Why a doctor is not added. */
export type DoctorRefusal = 'unknown-specialty' | 'unknown-photo' | 'known-email'
export type DoctorOutcome = { ok: true; id: string } | { ok: false; reason: DoctorRefusal }

type AddDeps = {
  recordAudit: RecordAudit
  /** Lets the doctor refer to a picture hosted elsewhere. */
  ensurePhoto: (tx: Db, img: string) => Promise<void>
}

/** Adds a doctor and records it in the audit trail, both or neither. The insert is the check (docs/decisions/0004); only after one that
 *  added nobody do queries find the reason. */
export async function addDoctor(
  db: Db,
  wanted: NewDoctor,
  { recordAudit, ensurePhoto }: AddDeps,
): Promise<DoctorOutcome> {
  const id = await db.transaction(async (tx) => {
    await ensurePhoto(tx, wanted.img)
    const added = await insertDoctor(tx, wanted)
    if (added) await recordAudit(tx, 'add-doctor', wanted.email)
    return added
  })
  if (id) return { ok: true, id }
  if (wanted.specialty !== '' && !(await isTreatment(db, wanted.specialty)))
    return { ok: false, reason: 'unknown-specialty' }
  if (!(await isPhoto(db, wanted.img))) return { ok: false, reason: 'unknown-photo' }
  return { ok: false, reason: 'known-email' }
}

/** Deletes the doctor with this address, releases the photo and records it in the audit trail, all or nothing; false if there was none. */
export async function removeDoctor(
  db: Db,
  email: string,
  recordAudit: RecordAudit,
  releasePhoto: (tx: Db, url: string) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await deleteDoctor(tx, email)
    if (!gone) return false
    await releasePhoto(tx, gone.img)
    await recordAudit(tx, 'delete-doctor', email)
    return true
  })
}
