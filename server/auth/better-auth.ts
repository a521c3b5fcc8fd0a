import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthMiddleware } from 'better-auth/api'
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import type { FastifyBaseLogger } from 'fastify'
import { pages } from '#contract/site/pages.ts'
import { mailRequest } from '#contract/user.ts'
import type { Db } from '#server/database/db.ts'
import * as authTables from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openGuard } from './guessing/guessing.ts'
import { passwordHashing } from './password/hash.ts'
import { refuseWeakPasswords, resetPrefix } from './password/refuse-weak.ts'
import { markVerified, replacePasswordHash } from './store.ts'

/** The header in which the server, and nobody else, tells Better Auth the client's address. */
export const clientAddressHeader = 'x-client-address'

/** What the names of its cookies begin with. */
export const cookiePrefix = 'clinic'

// Over https a cookie is bound to this very host: no other site of the domain can set it (RFC 6265bis, 4.1.3.2). Better Auth itself knows
// the weaker __Secure- only.
function cookiesAt(publicUrl: string) {
  if (!publicUrl.startsWith('https:')) return { cookiePrefix }
  return {
    cookiePrefix: `__Host-${cookiePrefix}`,
    useSecureCookies: false,
    defaultCookieAttributes: { secure: true },
  }
}

/** Has a mail sent, soon and not before the answer. */
export type SendMail = (mail: {
  kind: 'verify-email' | 'password-reset' | 'password-changed'
  recipient: string
  link?: string
}) => Promise<void>

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Password-reset link lifetime, in seconds. */
export const resetLifetime = hour

type AuthConfig = { publicUrl: string; origins: string[]; rateLimit: boolean; demo: boolean; clinic: { name: string } }

/** Sign-up, sign-in and sessions by Better Auth: passwords hashed by Argon2id off the event loop, sessions in the database,
 *  attempts counted there by client address for all instances together. */
export function openAuth(options: AuthOptions) {
  return betterAuth(options)
}
export type Auth = ReturnType<typeof openAuth>
export type AuthOptions = ReturnType<typeof authOptions>

/** How accounts and sessions are kept, whichever way somebody signs in. */
export function authOptions(
  db: Db,
  config: AuthConfig,
  secret: string,
  log: FastifyBaseLogger,
  sendMail: SendMail,
  onReset: (email: string) => void = () => {},
) {
  const guard = openGuard({ db, secret, enabled: config.rateLimit })
  const refuseWeak = config.demo ? async () => undefined : refuseWeakPasswords(config.clinic.name)
  return {
    appName: 'Dental clinic',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: config.origins,
    database: drizzleAdapter(db, { provider: 'pg', schema: { ...authTables, user } }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: passwordHashing((old, hash) => replacePasswordHash(db, old, hash)),
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      // Whoever opened the link reads the address's mail; whoever knew the old password no longer gets in by it.
      onPasswordReset: async ({ user }, request) => {
        guard.noteReset(request, user.email)
        onReset(user.email)
        await markVerified(db, user.id)
        await sendMail({ kind: 'password-changed', recipient: user.email })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: day,
      sendVerificationEmail: ({ user, token }) =>
        sendMail({
          kind: 'verify-email',
          recipient: user.email,
          link: `${config.publicUrl}${pages.verifyEmail}?token=${encodeURIComponent(token)}`,
        }),
    },
    // A token from the database or its backups opens nothing.
    verification: { storeIdentifier: { default: 'plain', overrides: { [resetPrefix]: 'hashed' } } },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const refusal = (await refuseWeak(context)) ?? (await guard.admit(context))
        if (refusal) return refusal
        if (context.path !== '/request-password-reset') return
        // The mail job looks for the account: here known and unknown addresses take the same work.
        await sendMail({ kind: 'password-reset', recipient: mailRequest.parse(context.body).email })
        return context.json({ status: true })
      }),
      after: createAuthMiddleware(guard.remember),
    },
    user: { additionalFields: { role: { type: 'string', input: false, defaultValue: 'patient' } } },
    session: { expiresIn: 7 * day, updateAge: day },
    rateLimit: rateLimits(config),
    advanced: { ipAddress: { ipAddressHeaders: [clientAddressHeader] }, ...cookiesAt(config.publicUrl) },
    telemetry: { enabled: false },
    // Its messages contain email addresses: only the fact is logged.
    logger: { level: 'error', log: (level) => log.warn({ source: 'better-auth', level }, 'a sign-in call failed') },
  } satisfies BetterAuthOptions
}

function rateLimits({ rateLimit, demo }: AuthConfig) {
  return {
    enabled: rateLimit,
    storage: 'database',
    window: minute,
    max: 600,
    customRules: {
      // Counted by what came of them: password/calls.ts.
      '/sign-in/email': false,
      '/sign-up/email': false,
      '/change-password': false,
      '/sign-in/social': { window: minute, max: demo ? 600 : 60 },
      '/request-password-reset': { window: 10 * minute, max: 5 },
      '/reset-password': { window: 10 * minute, max: 10 },
      '/send-verification-email': { window: 10 * minute, max: 5 },
      '/verify-email': { window: minute, max: 10 },
      '/get-session': false,
      '/sign-out': false,
    },
  } satisfies BetterAuthOptions['rateLimit']
}
