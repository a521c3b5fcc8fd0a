import type { FastifyBaseLogger } from 'fastify'
import { roles } from '#contract/access/access.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import { recordRoleChange } from '#server/audit/audit.ts'
import { listRoleChanges } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import type { Auth } from './better-auth.ts'
import { demoteAdmins, findPasswordHash, findUser, revokeAccess, updateRole } from './store.ts'

/** The demo admin, whose password the login page shows. example.com is reserved (RFC 2606). */
export const demoAdmin = { email: 'admin@example.com', password: 'demo-admin' }

/** Tells whether this is the demo admin, whose email and password stay as they are. */
export function isDemoAdmin(email: string): boolean {
  return email === demoAdmin.email
}

type RoleChange = Pick<AuditRecord, 'actor' | 'action' | 'target'>
type Deps = {
  auth: Auth
  db: Db
  security: SecurityLog
  log: FastifyBaseLogger
}

/** With demo mode on, creates the demo admin. With it off, deletes their password and sessions and demotes them and
 *  every admin that they promoted, directly or through others. */
export async function syncDemoAdmin(demo: boolean, deps: Deps): Promise<void> {
  const { auth, db } = deps
  const known = await findUser(db, demoAdmin.email)
  if (!demo) {
    if (!known) return
    await revokeAccess(db, known.id)
    await updateRole(db, demoAdmin.email, roles.patient)
    await demotePromoted(known.id, deps)
    return
  }
  const { id } = known ?? (await createDemoAdmin(auth))
  if (!(await findPasswordHash(db, demoAdmin.email))) await setDemoPassword(auth, id)
  await updateRole(db, demoAdmin.email, roles.admin)
}

async function demotePromoted(userId: string, { db, security, log }: Deps) {
  const promoted = promotedThrough(demoAdmin.email, await listRoleChanges(db))
  const demoted = await db.transaction(async (tx) => {
    const changed = await demoteAdmins(tx, promoted)
    for (const target of changed) {
      await recordRoleChange(security, tx, {
        userId,
        actor: demoAdmin.email,
        action: 'demote-user',
        target,
        ip: 'server',
      })
    }
    return changed
  })
  if (demoted.length > 0) {
    log.warn(
      { demoted },
      `demo mode is off: these users were admins through the demo admin and are now patients: ${demoted.join(', ')}`,
    )
  }
}

/** Returns the emails of the admins whom `source` promoted, directly or through others. `changes` are in order, oldest
 *  first. */
export function promotedThrough(source: string, changes: RoleChange[]): string[] {
  const promoted = new Set<string>()
  for (const { actor, action, target } of changes) {
    if (action === 'promote-user' && (actor === source || promoted.has(actor))) promoted.add(target)
    else promoted.delete(target)
  }
  promoted.delete(source)
  return [...promoted]
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
