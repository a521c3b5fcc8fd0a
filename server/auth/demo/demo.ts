import type { FastifyBaseLogger } from 'fastify'
import { roles } from '#contract/access/access.ts'
import type { Db } from '#server/database/db.ts'
import type { AuditRecord } from '#server/database/schema/audit.ts'
import type { Auth } from '../better-auth.ts'
import { demoteAdmins, findUser, hasPassword, revokeAccess, updateRole } from '../store.ts'

/** The advertised demo admin. example.com belongs to nobody (RFC 2606). */
export const demoAdmin = { email: 'admin@example.com', password: 'demo-admin' }

/** What demo mode needs of the audit trail. */
type Audit = {
  /** All promotions and demotions, the oldest first. */
  listRoleChanges: (db: Db) => Promise<Pick<AuditRecord, 'actor' | 'action' | 'target'>[]>
  append: (tx: Db, entry: AuditRecord) => Promise<void>
}

type Deps = { auth: Auth; db: Db; audit: Audit; log: FastifyBaseLogger }

/** With demo mode on, makes the demo admin's account. With it off, deletes their password and sessions, and demotes whoever became an
 *  admin through them. */
export async function syncDemoAdmin(demo: boolean, { auth, db, audit, log }: Deps): Promise<void> {
  const known = await findUser(db, demoAdmin.email)
  if (!demo) {
    if (!known) return
    await revokeAccess(db, known.id)
    await updateRole(db, demoAdmin.email, roles.patient)
    await demoteFollowers(known.id, { db, audit, log })
    return
  }
  const { id } = known ?? (await makeDemoAdmin(auth))
  if (!(await hasPassword(db, id))) await givePassword(auth, id)
  await updateRole(db, demoAdmin.email, roles.admin)
}

async function demoteFollowers(userId: string, { db, audit, log }: Pick<Deps, 'db' | 'audit' | 'log'>) {
  const followers = rolesFrom(demoAdmin.email, await audit.listRoleChanges(db))
  const demoted = await db.transaction(async (tx) => {
    const changed = await demoteAdmins(tx, followers)
    for (const target of changed) {
      await audit.append(tx, {
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

/** Addresses of the users whose role as an admin came from `source`, directly or by way of others. */
export function rolesFrom(source: string, changes: Pick<AuditRecord, 'actor' | 'action' | 'target'>[]): string[] {
  const followers = new Set<string>()
  for (const { actor, action, target } of changes) {
    const follows = action === 'promote-user' && (actor === source || followers.has(actor))
    if (follows) followers.add(target)
    else followers.delete(target)
  }
  followers.delete(source)
  return [...followers]
}

// Signing up would send an email to an address that nobody reads.
async function makeDemoAdmin(auth: Auth) {
  const { internalAdapter } = await auth.$context
  return internalAdapter.createUser(
    { email: demoAdmin.email, name: 'Demo Admin', emailVerified: false },
    { method: 'email-password' },
  )
}

async function givePassword(auth: Auth, userId: string) {
  const { internalAdapter, password } = await auth.$context
  const hash = await password.hash(demoAdmin.password)
  await internalAdapter.createAccount({ userId, accountId: userId, providerId: 'credential', password: hash })
}
