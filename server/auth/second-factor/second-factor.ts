import { createAuthMiddleware } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { openLimits } from '#server/database/attempts.ts'
import type { Db } from '#server/database/db.ts'
import { tooManyAttempts, tooManyMessage } from '../guessing/too-many.ts'
import type { AuthCall } from '../weak/refuse-weak.ts'

/** Calls that end with a session whose user has passed the second factor. */
const passing = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code', '/passkey/verify-authentication'])

/** Returns Better Auth's plugin for authenticator apps and recovery codes. `issuer` returns the name of the site in
 *  the app. The plugin would let a sign-in at the provider pass; here it is challenged like one with a password. Its
 *  own lock counts a wrong code only after comparing it, so `openCodeLimit` replaces it. */
export function secondFactorPlugin(issuer: () => Promise<string>) {
  const plugin = twoFactor({ allowPasswordless: true, accountLockout: { enabled: false } })
  const after = plugin.hooks.after.map(({ matcher, handler }) => ({
    handler,
    matcher: (context: Parameters<typeof matcher>[0]) => matcher(context) || context.path === '/callback/:id',
  }))
  const nameIssuer = createAuthMiddleware(async ({ body }) => ({
    context: { body: { ...body, issuer: await issuer() } },
  }))
  const isSetUp = ({ path }: { path?: string | undefined }) => path === '/two-factor/enable'
  return { ...plugin, hooks: { before: [{ matcher: isSetUp, handler: nameIssuer }], after } }
}

type Call = { path?: string; context?: { session?: { session: Record<string, unknown> } | null } } | null

/** Decides whether the user of a new session has passed the second factor (`isLiveSession`). A change of the password
 *  replaces the session and keeps what it has proved. */
export async function noteSecondFactor(session: Record<string, unknown>, call: Call) {
  const path = call?.path ?? ''
  const kept = path === '/change-password' ? (call?.context?.session?.session.secondFactorAt ?? null) : null
  return { data: { ...session, secondFactorAt: passing.has(path) ? new Date() : kept } }
}

/** Calls that can end a sign-in, and their names in the security log. A code is not among them: it also finishes the
 *  set-up of an app, and its route still checks that it is new. */
const waysToSignIn: Record<string, string> = {
  '/sign-up/email': 'sign-up',
  '/sign-in/email': 'password',
  '/callback/:id': 'google',
  '/passkey/verify-authentication': 'passkey',
}

/** Returns the email and the kind of the sign-in that this call completed. Undefined if it completed none, or if a
 *  second factor is required. */
export function signInOf({ path, context: { newSession } }: AuthCall): { email: string; way: string } | undefined {
  const way = waysToSignIn[path]
  if (!way || !newSession) return undefined
  const { email, twoFactorEnabled } = newSession.user
  return twoFactorEnabled && !passing.has(path) ? undefined : { email, way }
}

const codeCalls = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])
/** Wrong codes of one user, of the app and for recovery together: ten, then one every 90 seconds. */
const wrongCodes = { attempts: 10, refillSeconds: 90 }

/** Limits the codes with which sign-ins of one user can be continued. An attempt is taken before the code is compared,
 *  so codes that arrive at once can't exceed the limit. */
export function openCodeLimit(db: Db, secret: string) {
  const limits = openLimits(db, secret)
  const kind = 'second-factor code'
  const users = new WeakMap<Request, string>()

  return {
    /** Takes an attempt if the call continues a sign-in with a code. Returns the response to send when no attempt is
     *  left. */
    takeAttempt: async (call: AuthCall): Promise<Response | undefined> => {
      if (!codeCalls.has(call.path)) return undefined
      const { createAuthCookie, internalAdapter, secret: signing } = call.context
      const challenge = await call.getSignedCookie(createAuthCookie('two_factor').name, signing)
      const user = challenge ? (await internalAdapter.findVerificationValue(challenge))?.value : undefined
      if (user === undefined) return undefined
      if (call.request) users.set(call.request, user)
      const wait = await limits.take(kind, user, wrongCodes)
      return wait === undefined
        ? undefined
        : tooManyAttempts(wait, tooManyMessage(wait, { of: 'wrong codes' }), 'CODE_ATTEMPTS')
    },
    /** Returns the attempt of a right code. */
    returnAttempt: async ({ context, request }: AuthCall): Promise<void> => {
      const user = context.newSession && request && users.get(request)
      if (user) await limits.giveBack(kind, user, wrongCodes)
    },
  }
}
