import { v7 as uuid } from 'uuid'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { FirstAdmin } from '#contract/set-up.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import { removeSignIns } from '#server/auth/store.ts'
import type { Db } from '#server/database/db.ts'
import { promote } from '#server/user/admin.ts'
import { ensureUser } from '#server/user/store.ts'
import { hashOf } from './link.ts'
import { claimLink, giveSignIn, hasAdmin, isLink } from './store.ts'

type Deps = {
  db: Db
  security: SecurityLog
  hashPassword: (password: string) => Promise<string>
  /** Returns why a password is refused. */
  faultOf: (password: string, owner: { email: string; name: string }) => Promise<string | undefined>
}

/** Why no admin is made. */
export type SetupRefusal = 'used-link' | 'has-admin'

/** Makes the first admin, by the link in the server's log. The link is used up in the same transaction. Somebody may
 *  have signed up with the address before; whoever holds the link takes the account over. */
export async function makeFirstAdmin(
  { db, security, hashPassword, faultOf }: Deps,
  { token, name, email, password }: FirstAdmin,
  ip: string,
): Promise<Outcome<object, SetupRefusal> | { ok: false; reason: 'weak-password'; sentence: string }> {
  // Hashing takes time, which nobody without the link may cost the server.
  if (!(await isLink(db, hashOf(token)))) return refused((await hasAdmin(db)) ? 'has-admin' : 'used-link')
  const sentence = await faultOf(password, { email, name })
  if (sentence !== undefined) return { ...refused('weak-password'), sentence }
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    if (!(await claimLink(tx, hashOf(token)))) return refused('used-link')
    if (await hasAdmin(tx)) return refused('has-admin')
    const found = await ensureUser(tx, { id: uuid(), name, email })
    await removeSignIns(tx, found.id)
    await giveSignIn(tx, found.id, name, passwordHash)
    await promote({ db: tx, security, allowUnconfirmed: true }, email, { userId: 'setup', actor: 'set-up link', ip })
    return { ok: true }
  })
}
