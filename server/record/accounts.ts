import type { Refused } from '#contract/kit/outcome.ts'
import type { AccountToAdd } from '#contract/patient/record.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { deleteActing, insertActing, listAccountsOf, lockAccountOf, lockRecord } from '#server/patient/record-store.ts'

export type AccountRefusal =
  | Refused<'unknown-patient' | 'erased' | 'unknown-account' | 'acts-already' | 'not-acting' | 'own-account'>
  | Refused<'unconfirmed', { email: string }>
  | Refused<'has-own-account', { name: string }>

/** Lets the account with this email act for a patient, and records it. The account's owner must have confirmed the
 *  email: anybody can sign up with an address. A patient with an account of their own decides that there. */
export function addActing(
  db: Db,
  id: string,
  { email, relation }: AccountToAdd,
  record: RecordAudit,
): Promise<{ ok: true } | AccountRefusal> {
  return db.transaction(async (tx) => {
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
    await insertActing(tx, { userId: account.id, patientId: row.id, relation })
    await record(tx, 'add-patient-account', `${email} act for ${row.name} (${relation})`, [row.id, account.id])
    return { ok: true } as const
  })
}

/** Ends that the account with this email acts for a patient, and records it. Their own account stays. */
export function removeActing(
  db: Db,
  id: string,
  email: string,
  record: RecordAudit,
): Promise<{ ok: true } | AccountRefusal> {
  return db.transaction(async (tx) => {
    const account = await lockAccountOf(tx, email)
    if (!account) return { ok: false, reason: 'not-acting' } as const
    const row = await lockRecord(tx, id)
    if (!row) return { ok: false, reason: 'unknown-patient' } as const
    const acting = (await listAccountsOf(tx, [row.id])).find(({ userId }) => userId === account.id)
    if (!acting) return { ok: false, reason: 'not-acting' } as const
    if (acting.relation === 'self') return { ok: false, reason: 'own-account' } as const
    await deleteActing(tx, { userId: account.id, patientId: row.id })
    await record(tx, 'remove-patient-account', `${email} act for ${row.name}`, [row.id, account.id])
    return { ok: true } as const
  })
}
