import { v7 as uuid } from 'uuid'
import type { StaffRole } from '#contract/access/roles.ts'
import { type Refused, refused } from '#contract/kit/outcome.ts'
import type { NewStaffAccount } from '#contract/staff.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import { recordRoleChange } from '#server/audit/audit.ts'
import { giveRole, lockAccount } from '#server/auth/role-store.ts'
import { findUser, markVerified } from '#server/auth/store.ts'
import type { PasswordRule } from '#server/auth/weak/refuse-weak.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { hashOf } from './invite.ts'
import { claimInvitation, findByToken, type InvitationRow, insertAccount } from './store.ts'

/** Why a link is not accepted. `email`: the address that is invited. `fault`: what is wrong with the password. */
export type AcceptRefusal =
  | Refused<'unknown-link' | 'used' | 'withdrawn' | 'expired' | 'has-account'>
  | Refused<'another-account', { email: string }>
  | Refused<'weak-password', { fault: string }>

type Accepted = { ok: true; email: string; role: StaffRole }
type Outcome = Accepted | AcceptRefusal

export type AcceptDeps = {
  db: Db
  security: SecurityLog
  faultOf: PasswordRule
  hashPassword: (password: string) => Promise<string>
}

/** Returns the invitation of a link that still works, or why it does not. */
export async function openInvitation(
  db: Db,
  token: string,
): Promise<{ ok: true; invitation: InvitationRow; hasAccount: boolean } | AcceptRefusal> {
  const invitation = await findByToken(db, hashOf(token))
  if (!invitation) return refused('unknown-link')
  if (invitation.acceptedAt) return refused('used')
  if (invitation.withdrawnAt) return refused('withdrawn')
  if (invitation.isExpired) return refused('expired')
  return { ok: true, invitation, hasAccount: (await findUser(db, invitation.email)) !== undefined }
}

/** Accepts an invitation with a new account, whose email the link has confirmed. The account, its role and the entry in
 *  the trail are made together or not at all. */
export async function acceptWithNewAccount(
  { db, security, faultOf, hashPassword }: AcceptDeps,
  { token, name, password }: NewStaffAccount,
  ip: string,
): Promise<Outcome> {
  const opened = await openInvitation(db, token)
  if (!opened.ok) return opened
  const { invitation, hasAccount } = opened
  const { email } = invitation
  if (hasAccount) return refused('has-account')
  const fault = await faultOf(password, { email, name })
  if (fault !== undefined) return { ok: false, reason: 'weak-password', fault }
  const passwordHash = await hashPassword(password)
  const id = uuid()
  return transact(db, async (tx) => {
    // The account before the invitation, in the order of every other transaction.
    if (!(await insertAccount(tx, { id, name, email, passwordHash }))) return await refusalNow(tx, token, 'has-account')
    return claim(tx, security, { invitation, token, userId: id, ip })
  })
}

/** Accepts an invitation for the account that is signed in. */
export async function acceptSignedIn(
  { db, security }: Pick<AcceptDeps, 'db' | 'security'>,
  token: string,
  caller: { userId: string; email: string },
  ip: string,
): Promise<Outcome> {
  const opened = await openInvitation(db, token)
  if (!opened.ok) return opened
  const { invitation } = opened
  const { email } = invitation
  if (email !== caller.email) return { ok: false, reason: 'another-account', email }
  return transact(db, async (tx) => {
    await lockAccount(tx, email)
    await markVerified(tx, caller.userId)
    return claim(tx, security, { invitation, token, userId: caller.userId, ip })
  })
}

type Claim = { invitation: InvitationRow; token: string; userId: string; ip: string }

async function claim(tx: Db, security: SecurityLog, { invitation, token, userId, ip }: Claim): Promise<Outcome> {
  const { id, email, role, doctorId, inviterId: invitedBy, invitedAt } = invitation
  if (!(await claimInvitation(tx, id, hashOf(token)))) return refusalNow(tx, token, 'used')
  await giveRole(tx, userId, { role, doctorId, invitedBy, invitedAt })
  const entry = { userId, actor: email, target: `${email} as ${role}`, ip, personIds: [userId] }
  await recordRoleChange(security, tx, { ...entry, action: 'accept-invitation' })
  return { ok: true, email, role }
}

/** Returns why a link that worked before does not any more. */
async function refusalNow(tx: Db, token: string, otherwise: 'used' | 'has-account'): Promise<AcceptRefusal> {
  const opened = await openInvitation(tx, token)
  return opened.ok ? refused(otherwise) : opened
}
