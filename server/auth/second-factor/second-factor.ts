import { twoFactor } from 'better-auth/plugins/two-factor'

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
