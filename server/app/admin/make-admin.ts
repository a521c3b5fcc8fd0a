import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { openSecurityLog } from '#server/access/security-log.ts'
import { authOptions, openAuth } from '#server/auth/better-auth.ts'
import { claimLifetime } from '#server/auth/claim-store.ts'
import { resetLink } from '#server/auth/reset.ts'
import { removeSignIns } from '#server/auth/store.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/database/db.ts'
import { promote } from '#server/user/admin.ts'
import { ensureUser } from '#server/user/store.ts'

type Deps = { db: Db; config: Config; secret: string }

/** `link` lets its holder choose the password, once, within 7 days; an account whose email is confirmed has none. */
export type MadeAdmin = { wasAdmin: boolean; link?: string | undefined }

/** Makes the person with this email an admin, with a new account if they have none. Somebody else may have signed up
 *  with an address that is not confirmed, so such an account loses every way to sign in, and only the link gives a new
 *  one. */
export async function makeAdmin({ db, config, secret }: Deps, email: string): Promise<MadeAdmin> {
  const log = pino({ level: 'silent' })
  const security = openSecurityLog(log, secret)
  const { wasAdmin, emailVerified } = await db.transaction(async (tx) => {
    const found = await ensureUser(tx, { id: uuid(), name: email.split('@', 1)[0] ?? '', email })
    if (!found.emailVerified) await removeSignIns(tx, found.id)
    const operator = { userId: 'operator', actor: 'npm run admin', ip: '' }
    const promoted = await promote({ db: tx, security, allowUnconfirmed: true }, email, operator)
    return { wasAdmin: !(promoted.ok && promoted.modifiedCount), emailVerified: found.emailVerified }
  })
  if (emailVerified) return { wasAdmin }
  const none = { onSignIn: () => {}, onReset: () => {} }
  const auth = openAuth(authOptions(db, { ...config, clinicName: async () => '' }, secret, log, async () => {}, none))
  return { wasAdmin, link: await resetLink(auth, email, config.publicUrl, claimLifetime) }
}
