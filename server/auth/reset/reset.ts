import { randomBytes } from 'node:crypto'
import { pages } from '#contract/site/pages.ts'
import { type Auth, resetLifetime } from '../better-auth.ts'
import { demoAdmin } from '../demo/demo.ts'
import { resetPrefix } from '../password/refuse-weak.ts'

/** Makes a link to choose a new password that works once, within an hour. Returns undefined for an address without an account, and for the
 *  demo admin, whose password stays the advertised one. */
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
