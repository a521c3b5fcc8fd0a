import { isAdmin, roles } from '#contract/access/roles.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import { type AuditActor, recordRoleChange } from '#server/audit/audit.ts'
import { giveRole, listRoles, lockAccount, takeRole } from '#server/auth/role-store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { lockAdmins } from './store.ts'

/** Reasons to refuse a demotion. `not-admin`: the actor is no longer an admin. */
export type DemotionRefusal = 'last-admin' | 'own-role' | 'not-admin'

type Deps = { db: Db; security: SecurityLog }

/** Reason to refuse a promotion: nobody has proved that the email is theirs. */
export type PromotionRefusal = 'not-confirmed'
type Changed = { modifiedCount: 0 | 1 }

/** Makes the user with this email an admin and records it in the audit trail, both or neither. Changes nothing if the
 *  user does not exist or is an admin already. Unless `allowUnconfirmed`, the email must be confirmed, so that nobody
 *  becomes an admin by signing up with the email of another. */
export async function promote(
  { db, security, allowUnconfirmed }: Deps & { allowUnconfirmed: boolean },
  email: string,
  actor: AuditActor,
): Promise<Outcome<Changed, PromotionRefusal>> {
  return transact(db, async (tx): Promise<Outcome<Changed, PromotionRefusal>> => {
    const found = await lockAccount(tx, email)
    if (!found || isAdmin(found)) return { ok: true, modifiedCount: 0 }
    if (!allowUnconfirmed && !found.emailVerified) return refused('not-confirmed')
    const [inviter] = await listRoles(tx, [actor.userId])
    await giveRole(tx, found.id, { role: roles.admin, invitedBy: inviter?.id })
    await recordRoleChange(security, tx, { ...actor, action: 'promote-user', target: email, personIds: [found.id] })
    return { ok: true, modifiedCount: 1 }
  })
}

/** Removes the admin role of the user with this email and records it in the audit trail, both or neither. An actor
 *  can't remove their own role and must still be an admin once all admins are locked, so that one admin always
 *  remains. Ends the sessions, feeds and invitations of the former admin. */
export async function demote(
  { db, security }: Deps,
  email: string,
  actor: AuditActor,
): Promise<Outcome<Changed, DemotionRefusal>> {
  return transact(db, async (tx) => {
    const admins = await lockAdmins(tx)
    const self = admins.find(({ id }) => id === actor.userId)
    if (!self) return refused('not-admin')
    if (self.email === email) return refused(admins.length === 1 ? 'last-admin' : 'own-role')
    const target = admins.find((admin) => admin.email === email)
    if (!target) return { ok: true, modifiedCount: 0 }
    await takeRole(tx, target.id)
    await recordRoleChange(security, tx, { ...actor, action: 'demote-user', target: email, personIds: [target.id] })
    return { ok: true, modifiedCount: 1 }
  })
}
