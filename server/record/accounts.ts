import type { Refused } from '#contract/kit/outcome.ts'
import type { AccountToAdd } from '#contract/patient/record.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { deleteActing, listAccountsOf, lockAccountOf, lockRecord, updateRecord } from '#server/patient/record-store.ts'
import { clearTries, insertOwn, insertTie, noteAgreement } from '#server/patient/tie/tie-store.ts'

export type AccountRefusal =
  | Refused<'unknown-patient' | 'erased' | 'unknown-account' | 'acts-already' | 'not-acting'>
  | Refused<'unconfirmed', { email: string }>
  | Refused<'has-own-account', { name: string }>

/** Lets the account with this email act for a patient, and records it. The account's owner must have confirmed the
 *  email: anybody can sign up with an address. A patient with an account of their own decides that there. */
export function addActing(
  db: Db,
  id: string,
  { email, relation, reason }: AccountToAdd,
  { record, by }: { record: RecordAudit; by: string },
): Promise<{ ok: true } | AccountRefusal> {
  return transact(db, async (tx) => {
    // The account before the patient, as an erasure locks them.
    const account = await lockAccountOf(tx, email)
    if (!account) return { ok: false, reason: 'unknown-account' } as const
    if (!account.confirmed) return { ok: false, reason: 'unconfirmed', email } as const
    const row = await lockRecord(tx, id)
    if (!row) return { ok: false, reason: 'unknown-patient' } as const
    if (row.erasedAt) return { ok: false, reason: 'erased' } as const
    const acting = await listAccountsOf(tx, [row.id])
    if (acting.some(({ userId }) => userId === account.id)) return { ok: false, reason: 'acts-already' } as const
    if (acting.some((one) => one.relation === 'self'))
      return { ok: false, reason: 'has-own-account', name: row.name } as const
    const tie = { userId: account.id, patientId: row.id }
    await insertTie(tx, { ...tie, relation, way: 'desk', madeBy: by })
    // Whoever is of age told the desk.
    await noteAgreement(tx, tie)
    await clearTries(tx, account.id)
    const target = `${email} act for ${row.name} (${relation}): ${reason}`
    await record(tx, 'add-patient-account', target, [row.id, account.id])
    return { ok: true } as const
  })
}

/** Ends that the account with this email acts for a patient, and records it. The patient's own account gets a new,
 *  empty record: whoever has it is somebody else, so that its email is not the patient's either. */
export function removeActing(
  db: Db,
  id: string,
  email: string,
  record: RecordAudit,
): Promise<{ ok: true } | AccountRefusal> {
  return transact(db, async (tx) => {
    const account = await lockAccountOf(tx, email)
    if (!account) return { ok: false, reason: 'not-acting' } as const
    const row = await lockRecord(tx, id)
    if (!row) return { ok: false, reason: 'unknown-patient' } as const
    const acting = (await listAccountsOf(tx, [row.id])).find(({ userId }) => userId === account.id)
    if (!acting) return { ok: false, reason: 'not-acting' } as const
    await deleteActing(tx, { userId: account.id, patientId: row.id })
    if (acting.relation === 'self') {
      await insertOwn(tx, { userId: account.id, name: acting.name, email })
      await updateRecord(tx, row.id, { email: null })
    }
    await record(tx, 'remove-patient-account', `${email} act for ${row.name}`, [row.id, account.id])
    return { ok: true } as const
  })
}
