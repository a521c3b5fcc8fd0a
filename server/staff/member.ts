import { treatsPatients } from '#contract/access/roles.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { RoleRequest } from '#contract/staff.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import { type AuditActor, recordRoleChange } from '#server/audit/audit.ts'
import { giveRole, type LockedAccount, lockAccount, takeRole } from '#server/auth/role-store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { lockAdmins } from '#server/user/store.ts'
import { findMember, lockDoctor } from './store.ts'

/** Why a role is not changed or ended. `not-admin`: the actor is no admin any more. */
export type ChangeRefusal = 'not-admin' | 'unknown' | 'last-admin' | 'own-role' | 'unknown-doctor'

type Deps = { db: Db; security: SecurityLog }
type Done = Outcome<object, ChangeRefusal>

/** Changes somebody's role from their next request on, and records it.
 *  @param id the id of their present role, so that a change of a role that has changed meanwhile does nothing */
export function changeRole(deps: Deps, id: string, wish: RoleRequest, actor: AuditActor): Promise<Done> {
  return withMember(deps.db, id, actor, async (tx, member) => {
    const { role } = wish
    const doctorId = treatsPatients(role) ? wish.doctorId : undefined
    if (treatsPatients(role) && !(await lockDoctor(tx, doctorId ?? ''))) return refused('unknown-doctor')
    await giveRole(tx, member.id, { role, doctorId, invitedBy: actor.userId })
    const target = `${member.email} from ${member.role} to ${role}`
    await recordRoleChange(deps.security, tx, { ...actor, action: 'change-role', target, personIds: [member.id] })
    return { ok: true }
  })
}

/** Ends somebody's role with their sessions, feeds and invitations, and records it. Their account stays. */
export function endMember(deps: Deps, id: string, actor: AuditActor): Promise<Done> {
  return withMember(deps.db, id, actor, async (tx, member) => {
    await takeRole(tx, member.id)
    const entry = { ...actor, target: `${member.email}, ${member.role}`, personIds: [member.id] }
    await recordRoleChange(deps.security, tx, { ...entry, action: 'end-staff' })
    return { ok: true }
  })
}

/** Runs a change of somebody else's role. All admins are locked first, and the actor must still be one of them, so that
 *  one always remains. */
function withMember(
  db: Db,
  id: string,
  actor: AuditActor,
  change: (tx: Db, member: LockedAccount) => Promise<Done>,
): Promise<Done> {
  return transact(db, async (tx): Promise<Done> => {
    const admins = await lockAdmins(tx)
    if (!admins.some((admin) => admin.id === actor.userId)) return refused('not-admin')
    const found = await findMember(tx, id)
    const member = found && (await lockAccount(tx, found.email))
    // Again, now that no other change of this account runs.
    if (!member || !(await findMember(tx, id))) return refused('unknown')
    if (member.id === actor.userId) return refused(admins.length === 1 ? 'last-admin' : 'own-role')
    return change(tx, member)
  })
}
