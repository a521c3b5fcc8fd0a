import { randomBytes } from 'node:crypto'
import { pages } from '#contract/site/pages.ts'
import type { Db } from '#server/database/db.ts'
import type { Auth } from './better-auth.ts'
import { claimOf } from './claim.ts'
import { findUnclaimed } from './claim-store.ts'
import { demoAdmin } from './demo.ts'
import { hasAccount } from './store.ts'
import { resetPrefix } from './weak/refuse-weak.ts'

/** Creates a link to set a password, which works once and expires after `lifetime` seconds. Returns undefined for an
 *  email without an account and for the demo admin, whose password can't change. */
export async function resetLink(
  auth: Auth,
  email: string,
  publicUrl: string,
  lifetime: number,
): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email)
  if (!found || email === demoAdmin.email) return undefined
  return createLink(auth, found.user.id, publicUrl + pages.resetPassword, lifetime)
}

/** Creates a link by which a patient without an account makes one. It works once and expires after `lifetime` seconds.
 *  Returns undefined if the email has an account, or no such patient. */
export async function claimLink(
  { auth, db, publicUrl }: { auth: Auth; db: Db; publicUrl: string },
  email: string,
  lifetime: number,
): Promise<string | undefined> {
  const found = await findUnclaimed(db, { email })
  if (!found || (await hasAccount(db, email))) return undefined
  return createLink(auth, claimOf(found.id, email), publicUrl + pages.claimAccount, lifetime)
}

/** Creates a link to `page` for what `value` names. It works once and expires after `lifetime` seconds. */
async function createLink(auth: Auth, value: string, page: string, lifetime: number): Promise<string> {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: resetPrefix + token,
    value,
    expiresAt: new Date(Date.now() + lifetime * 1_000),
  })
  return `${page}#token=${token}`
}
