import { randomBytes } from 'node:crypto'
import { pages } from '#contract/pages.ts'
import { type Auth, resetLifetime, resetPrefix } from './better-auth.ts'
import { demoAdmin } from './demo.ts'

/** Makes a link to choose a new password, good once and for an hour; undefined for an address that has no account.
 *  The demo admin's password stays the one that is advertised. */
export async function resetLink(auth: Auth, email: string, publicUrl: string): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email)
  if (!found || email === demoAdmin.email) return undefined
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: resetPrefix + token,
    value: found.user.id,
    expiresAt: new Date(Date.now() + resetLifetime * 1_000),
  })
  return `${publicUrl}${pages.resetPassword}?token=${token}`
}
