import type { Db } from '#server/database/open.ts'
import type { Auth } from './better-auth.ts'
import { deleteWaysIn, findUser, hasPassword, updateRole } from './store.ts'

/** The advertised demo admin. example.com belongs to nobody (RFC 2606). */
export const demoAdmin = { email: 'admin@example.com', password: 'demo-admin' }

/** Makes the demo admin's account when demo mode is on, and takes its password and sessions away when it is off. */
export async function arrangeDemoAdmin(auth: Auth, db: Db, demo: boolean): Promise<void> {
  const known = await findUser(db, demoAdmin.email)
  if (!demo) {
    if (known) await deleteWaysIn(db, known.id)
    if (known) await updateRole(db, demoAdmin.email, 'patient')
    return
  }
  const { id } = known ?? (await makeDemoAdmin(auth))
  if (!(await hasPassword(db, id))) await givePassword(auth, id)
  await updateRole(db, demoAdmin.email, 'admin')
}

// Not by signing up, which would send a mail to an address that nobody reads.
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
