import { createHash, randomBytes } from 'node:crypto'
import { isStaff, treatsPatients } from '#contract/access/roles.ts'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { pages } from '#contract/site/pages.ts'
import type { InvitationRequest } from '#contract/staff.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import { lockAccount } from '#server/auth/role-store.ts'
import type { openLimits } from '#server/database/attempts.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { findOpenEmail, insertInvitation, lockDoctor, renewInvitation, setToken, withdrawInvitation } from './store.ts'

/** Why an invitation is not sent. */
export type InviteRefusal = 'already-staff' | 'already-invited' | 'unknown-doctor' | 'sent-often'
/** Why an invitation is not sent again or withdrawn. */
export type OpenRefusal = 'not-open' | 'sent-often'

export type InviteDeps = { db: Db; jobs: Jobs; limits: ReturnType<typeof openLimits> }

// As many as `addMail()` sends to an address in an hour.
const perHour = { attempts: 5, refillSeconds: 12 * 60 }
const limitName = 'staff invitation'

/** Invites an address to the staff: stores the invitation, its email and its entry in the trail, all or nothing. */
export async function invite(
  { db, jobs, limits }: InviteDeps,
  { email, role, doctorId }: InvitationRequest,
  invitedBy: string,
  record: RecordAudit,
): Promise<Outcome<{ id: string }, InviteRefusal>> {
  if ((await limits.take(limitName, email, perHour)) !== undefined) return refused('sent-often')
  const outcome = await transact(db, async (tx): Promise<Outcome<{ id: string }, InviteRefusal>> => {
    const known = await lockAccount(tx, email)
    if (known && isStaff(known)) return refused('already-staff')
    const hasDoctor = treatsPatients(role)
    if (hasDoctor && !(await lockDoctor(tx, doctorId ?? ''))) return refused('unknown-doctor')
    const id = await insertInvitation(tx, { email, role, doctorId: hasDoctor ? (doctorId ?? null) : null, invitedBy })
    if (id === undefined) return refused('already-invited')
    await record(tx, 'invite-staff', `${email} as ${role}`, known ? [known.id] : [])
    await addMail(tx, jobs, { kind: 'staff-invitation', recipient: email })
    return { ok: true, id }
  })
  if (outcome.ok) jobs.wake(emails)
  else await limits.giveBack(limitName, email, perHour)
  return outcome
}

/** Sends an open invitation again, for seven more days. The link of its earlier email ends. */
export async function sendAgain(
  { db, jobs, limits }: InviteDeps,
  id: string,
  record: RecordAudit,
): Promise<Outcome<object, OpenRefusal>> {
  const email = await findOpenEmail(db, id)
  if (email === undefined) return refused('not-open')
  if ((await limits.take(limitName, email, perHour)) !== undefined) return refused('sent-often')
  const outcome = await transact(db, async (tx): Promise<Outcome<object, OpenRefusal>> => {
    const renewed = await renewInvitation(tx, id)
    if (!renewed) return refused('not-open')
    await record(tx, 'invite-staff', `${renewed.email} as ${renewed.role}, again`)
    await addMail(tx, jobs, { kind: 'staff-invitation', recipient: renewed.email })
    return { ok: true }
  })
  if (outcome.ok) jobs.wake(emails)
  return outcome
}

/** Withdraws an open invitation. Its link says so from then on. */
export function withdraw(db: Db, id: string, record: RecordAudit): Promise<Outcome<object, OpenRefusal>> {
  return transact(db, async (tx): Promise<Outcome<object, OpenRefusal>> => {
    const withdrawn = await withdrawInvitation(tx, id)
    if (!withdrawn) return refused('not-open')
    await record(tx, 'withdraw-invitation', withdrawn.email)
    return { ok: true }
  })
}

/** Creates the link of an invitation when its email is sent, and ends that of an earlier email. Returns undefined if
 *  the invitation is not open any more. */
export async function invitationUrl(db: Db, email: string, publicUrl: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  return (await setToken(db, email, hashOf(token))) ? `${publicUrl}${pages.invitation}#token=${token}` : undefined
}

/** Returns the hash of a token, as the database has it. The token is random, so that its hash needs no salt. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
