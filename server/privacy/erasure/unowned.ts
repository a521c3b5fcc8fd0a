import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { ErasureRefusal } from '#contract/privacy/personal-data.ts'
import { appendAudit } from '#server/audit/store.ts'
import { countUnfinished, eraseBookingsOf, lockBookingsOf } from '#server/booking/personal-queries.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import { erasePatient, isOnlyOf, lockPatients } from '#server/patient/personal-store.ts'
import { findRecord, listAccountsOf, listRecordIds } from '#server/patient/record-store.ts'
import { erasePaymentNotes } from '#server/payment/refund/store.ts'
import type { ErasureDeps } from './erasure.ts'
import { deleteEmailsTo } from './store.ts'

const erasedName = 'Erased patient'

type Actor = Pick<AuditRecord, 'userId' | 'actor' | 'ip'>

/** Erases a patient without an account of their own, for staff, in one transaction. Appointments and payments stay for
 *  the clinic's books without the person. Accounts that acted for them don't any more. */
export function eraseUnowned(
  { db, clock }: ErasureDeps,
  id: string,
  actor: Actor,
): Promise<Outcome<object, ErasureRefusal | 'unknown'>> {
  return transact(db, async (tx): Promise<Outcome<object, ErasureRefusal | 'unknown'>> => {
    const row = await lockLatest(tx, id)
    if (!row || row.erasedAt) return refused('unknown')
    if ((await listAccountsOf(tx, [row.id])).some(({ relation }) => relation === 'self')) return refused('own-account')
    const ids = await listRecordIds(tx, row.id)
    const { upcoming, refunding } = await countUnfinished(tx, ids, clock())
    if (upcoming > 0) return refused('upcoming-appointments')
    if (refunding > 0) return refused('refund-under-way')
    const isTheirs = row.email !== null && (await isOnlyOf(tx, row.id, row.email))
    for (const each of ids) {
      await eraseBookingsOf(tx, each, { name: erasedName })
      await erasePaymentNotes(tx, each)
    }
    await erasePatient(tx, row.id, { name: erasedName })
    if (isTheirs && row.email !== null) await deleteEmailsTo(tx, row.email)
    await appendAudit(tx, { ...actor, action: 'erase-patient', target: erasedName, personIds: ids })
    return { ok: true }
  })
}

/** Locks the bookings and then the patient, in the order of every other transaction: of the record that has the data
 *  once both are locked. */
async function lockLatest(tx: Db, id: string) {
  const before = await findRecord(tx, id)
  if (!before) return undefined
  await lockBookingsOf(tx, [before.id])
  await lockPatients(tx, [before.id])
  const after = await findRecord(tx, before.id)
  // It was merged meanwhile. Nobody merges this one, which is locked, once more.
  if (after && after.id !== before.id) return lockAfterMerge(tx, after.id)
  return after
}

async function lockAfterMerge(tx: Db, id: string) {
  await lockBookingsOf(tx, [id])
  await lockPatients(tx, [id])
  return findRecord(tx, id)
}
