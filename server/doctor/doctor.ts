import type { NewDoctor } from '#contract/doctor.ts'
import type { Db } from '#server/database/open.ts'
import { deleteDoctor, insertDoctor, isPhoto, isTreatment } from './store.ts'

/** Adds to the audit trail, in the transaction `tx`, what was done to the doctor with the address `email`. */
export type Tell = (tx: Db, action: 'add-doctor' | 'delete-doctor', email: string) => Promise<void>

/** Why a doctor is not added. */
export type DoctorRefusal = 'unknown-specialty' | 'unknown-photo' | 'known-email'
export type DoctorOutcome = { ok: true; id: string } | { ok: false; reason: DoctorRefusal }

/** Adds a doctor and tells of it, both or neither. The insert is the check (docs/decisions/0004); only one that added nobody asks why. */
export async function addDoctor(db: Db, wanted: NewDoctor, tell: Tell): Promise<DoctorOutcome> {
  const id = await db.transaction(async (tx) => {
    const added = await insertDoctor(tx, wanted)
    if (added) await tell(tx, 'add-doctor', wanted.email)
    return added
  })
  if (id) return { ok: true, id }
  if (wanted.specialty !== '' && !(await isTreatment(db, wanted.specialty)))
    return { ok: false, reason: 'unknown-specialty' }
  if (!(await isPhoto(db, wanted.img))) return { ok: false, reason: 'unknown-photo' }
  return { ok: false, reason: 'known-email' }
}

/** Removes the doctor with this address, lets the photo go and tells of it, all or nothing; false when there was none. */
export async function removeDoctor(
  db: Db,
  email: string,
  tell: Tell,
  releasePhoto: (tx: Db, url: string) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await deleteDoctor(tx, email)
    if (!gone) return false
    await releasePhoto(tx, gone.img)
    await tell(tx, 'delete-doctor', email)
    return true
  })
}
