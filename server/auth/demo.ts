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
  if (!known) await auth.api.signUpEmail({ body: { ...demoAdmin, name: 'Demo Admin' } })
  else if (!(await hasPassword(db, known.id))) await givePassword(auth, known.id)
  await updateRole(db, demoAdmin.email, 'admin')
}

async function givePassword(auth: Auth, userId: string) {
  const { internalAdapter, password } = await auth.$context
  const hash = await password.hash(demoAdmin.password)
  await internalAdapter.createAccount({ userId, accountId: userId, providerId: 'credential', password: hash })
}
