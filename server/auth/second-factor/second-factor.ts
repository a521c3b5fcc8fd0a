import { twoFactor } from 'better-auth/plugins/two-factor'
import type { AuthCall } from '../weak/refuse-weak.ts'

/** Calls that end with a session whose user has passed the second factor. */
const passing = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code', '/passkey/verify-authentication'])

/** Returns Better Auth's plugin for authenticator apps and recovery codes. `issuer` names the site in the app. The plugin would let a sign-in
 *  at the provider pass; here it is challenged like one with a password. */
export function secondFactorPlugin(issuer: string) {
  const plugin = twoFactor({ issuer, allowPasswordless: true })
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    handler,
    matcher: (context: Parameters<typeof matcher>[0]) => matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { after } }
}

type Call = { path?: string; context?: { session?: { session: Record<string, unknown> } | null } } | null

/** Decides whether the user of a new session has passed the second factor (`isLiveSession`). A change of the password replaces the session and keeps what it has
 *  proved. */
export async function noteSecondFactor(session: Record<string, unknown>, call: Call) {
  const path = call?.path ?? ''
  const kept = path === '/change-password' ? (call?.context?.session?.session.secondFactorAt ?? null) : null
  return { data: { ...session, secondFactorAt: passing.has(path) ? new Date() : kept } }
}

/** Calls that can end a sign-in, and their names in the security log. A code is not among them: it also finishes the set-up of an app, and its
 *  route still checks that it is new. */
const waysToSignIn: Record<string, string> = {
  '/sign-up/email': 'sign-up',
  '/sign-in/email': 'password',
  '/callback/:id': 'google',
  '/passkey/verify-authentication': 'passkey',
}

/** Returns the email and the kind of the sign-in that this call completed. Undefined if it completed none, or if a second factor is required. */
export function signInOf({ path, context: { newSession } }: AuthCall): { email: string; way: string } | undefined {
  const way = waysToSignIn[path]
  if (!way || !newSession) return undefined
  const { email, twoFactorEnabled } = newSession.user
  return twoFactorEnabled && !passing.has(path) ? undefined : { email, way }
}
