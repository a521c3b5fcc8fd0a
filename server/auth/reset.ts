import { randomBytes } from 'node:crypto'
import { pages } from '#contract/site/pages.ts'
import type { Auth } from './better-auth.ts'
import { demoAdmin } from './demo.ts'
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
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: resetPrefix + token,
    value: found.user.id,
    expiresAt: new Date(Date.now() + lifetime * 1_000),
  })
  return `${publicUrl}${pages.resetPassword}#token=${token}`
}
