import type { FastifyBaseLogger } from 'fastify'
import { isAdmin, isStaff, roles } from '#contract/access/roles.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import { recordRoleChange } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { Auth } from './better-auth.ts'
import { type Grant, giveRole, listGrants, listRoles, takeRole } from './role-store.ts'
import { findPasswordHash, findUser, revokeAccess } from './store.ts'

/** The demo admin, whose password the login page shows. example.com is reserved (RFC 2606). */
export const demoAdmin = { email: 'admin@example.com', password: 'demo-admin' }

/** Tells whether this is the demo admin, whose email and password stay as they are. */
export function isDemoAdmin(email: string): boolean {
  return email === demoAdmin.email
}

type Deps = {
  auth: Auth
  db: Db
  security: SecurityLog
  log: FastifyBaseLogger
}

/** With demo mode on, creates the demo admin. With it off, deletes their password and sessions, and takes the role away
 *  from them and from all whom they gave one, directly or through others. */
export async function syncDemoAdmin(demo: boolean, deps: Deps): Promise<void> {
  const { auth, db } = deps
  const known = await findUser(db, demoAdmin.email)
  if (!demo) {
    if (!known) return
    await revokeAccess(db, known.id)
    await endThrough(known.id, deps)
    return
  }
  const { id } = known ?? (await createDemoAdmin(auth))
  if (!(await findPasswordHash(db, demoAdmin.email))) await setDemoPassword(auth, id)
  await db.transaction(async (tx) => {
    const [found] = await listRoles(tx, [id])
    if (found && !isAdmin(found)) await giveRole(tx, id, { role: roles.admin })
  })
}

async function endThrough(userId: string, { db, security, log }: Deps) {
  const ended = await db.transaction(async (tx) => {
    const through = grantedThrough(userId, await listGrants(tx))
    const found = (await listRoles(tx, [userId, ...through])).filter(isStaff)
    for (const { id } of found) await takeRole(tx, id)
    const others = found.filter(({ id }) => id !== userId)
    for (const { id, email: target, role } of others) {
      await recordRoleChange(security, tx, {
        ...{ userId, actor: demoAdmin.email, target, ip: 'server', personIds: [id] },
        action: isAdmin({ role }) ? 'demote-user' : 'end-staff',
      })
    }
    return others.map(({ email }) => email)
  })
  if (ended.length > 0) {
    log.warn(
      { demoted: ended },
      `demo mode is off: these users had a role through the demo admin and are now patients: ${ended.join(', ')}`,
    )
  }
}

/** Returns the ids of the users whose role `source` gave, directly or through others. `grants` are in order, oldest
 *  first. Whoever had such a role when they gave one passed it on, even if it has ended since. */
export function grantedThrough(source: string, grants: Grant[]): string[] {
  const through: Grant[] = []
  const isThrough = (id: string | null, at: Date) =>
    id === source ||
    through.some(({ userId, startedAt, endedAt }) => userId === id && startedAt <= at && (!endedAt || at <= endedAt))
  for (const grant of grants) if (isThrough(grant.invitedBy, grant.startedAt)) through.push(grant)
  return [...new Set(through.filter(({ endedAt }) => endedAt === null).map(({ userId }) => userId))]
}

// A sign-up would send an email to an address that does not exist.
async function createDemoAdmin(auth: Auth) {
  const { internalAdapter } = await auth.$context
  return internalAdapter.createUser(
    { email: demoAdmin.email, name: 'Demo Admin', emailVerified: false },
    { method: 'email-password' },
  )
}

async function setDemoPassword(auth: Auth, userId: string) {
  const { internalAdapter, password } = await auth.$context
  const hash = await password.hash(demoAdmin.password)
  await internalAdapter.createAccount({ userId, accountId: userId, providerId: 'credential', password: hash })
}
