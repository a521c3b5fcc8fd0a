import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import { isUnconfirmed, lockAdmins, updateToAdmin, updateToPatient } from './store.ts'

/** Appends to the audit trail, in the transaction `tx`. */
export type AppendAudit = (tx: Db, entry: AuditRecord) => Promise<void>

/** The admin who acts. */
export type Actor = Pick<AuditRecord, 'userId' | 'actor' | 'ip'>

/** Reasons to refuse a demotion. `not-admin`: the actor is no longer an admin. */
export type DemotionRefusal = 'last-admin' | 'own-role' | 'not-admin'
export type DemotionOutcome = { ok: true; modifiedCount: 0 | 1 } | { ok: false; reason: DemotionRefusal }

type Deps = { db: Db; appendAudit: AppendAudit }

/** Reason to refuse a promotion: nobody has proved that the email is theirs. */
export type PromotionRefusal = 'not-confirmed'
export type PromotionOutcome = { ok: true; modifiedCount: 0 | 1 } | { ok: false; reason: PromotionRefusal }

/** Makes the user with this email an admin and records it in the audit trail, both or neither. Changes nothing if the user does not exist or
 *  is an admin already. Unless `allowUnconfirmed`, the email must be confirmed, so that nobody becomes an admin by signing up with the email of
 *  another. */
export async function promote(
  { db, appendAudit, allowUnconfirmed }: Deps & { allowUnconfirmed: boolean },
  email: string,
  actor: Actor,
): Promise<PromotionOutcome> {
  return db.transaction(async (tx) => {
    const id = await updateToAdmin(tx, email, { unconfirmed: allowUnconfirmed })
    if (id !== undefined) {
      await appendAudit(tx, { ...actor, action: 'promote-user', target: email, personIds: [id] })
      return { ok: true, modifiedCount: 1 }
    }
    if (!allowUnconfirmed && (await isUnconfirmed(tx, email))) return { ok: false, reason: 'not-confirmed' }
    return { ok: true, modifiedCount: 0 }
  })
}

/** Removes the admin role of the user with this email and records it in the audit trail, both or neither. An actor can't remove their own
 *  role and must still be an admin once all admins are locked, so that one admin always remains. */
export async function demote({ db, appendAudit }: Deps, email: string, actor: Actor): Promise<DemotionOutcome> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const self = admins.find(({ id }) => id === actor.userId)
    if (!self) return { ok: false, reason: 'not-admin' }
    if (self.email === email) return { ok: false, reason: admins.length === 1 ? 'last-admin' : 'own-role' }
    const target = admins.find((admin) => admin.email === email)
    if (!target) return { ok: true, modifiedCount: 0 }
    await updateToPatient(tx, target.id)
    await appendAudit(tx, { ...actor, action: 'demote-user', target: email, personIds: [target.id] })
    return { ok: true, modifiedCount: 1 }
  })
}
