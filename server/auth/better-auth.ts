import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthMiddleware } from 'better-auth/api'
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { roles } from '#contract/access/roles.ts'
import { email } from '#contract/kit/text/email.ts'
import { pages } from '#contract/site/pages.ts'
import { mailRequest } from '#contract/user.ts'
import type { Db } from '#server/database/db.ts'
import * as authTables from '#server/database/schema/auth.ts'
import { user } from '#server/database/schema/user.ts'
import { openCountedWarning } from '#server/http/log/counted-warning.ts'
import { findClaimed, makeClaimedAccount } from './claim.ts'
import { openAccountLimit } from './guessing/guessing.ts'
import { passwordHashing } from './password/hash.ts'
import { noteSecondFactor, openCodeLimit, secondFactorPlugin, signInOf } from './second-factor/second-factor.ts'
import { markVerified, replacePasswordHash } from './store.ts'
import { breachedPasswords } from './weak/breached.ts'
import { refuseWeakPasswords, resetPrefix } from './weak/refuse-weak.ts'

/** Header that passes the client's IP address to Better Auth. Only the server sets it. */
export const clientAddressHeader = 'x-client-address'

/** Prefix of the cookie names. */
export const cookiePrefix = 'clinic'

// Another host of the domain can't set a __Host- cookie (RFC 6265bis, 4.1.3.2). Better Auth itself offers only
// __Secure-.
function cookiesAt(publicUrl: string) {
  if (!publicUrl.startsWith('https:')) return { cookiePrefix }
  return {
    cookiePrefix: `__Host-${cookiePrefix}`,
    useSecureCookies: false,
    defaultCookieAttributes: { secure: true },
  }
}

/** Queues an email; resolves once it is stored. */
export type SendMail = (mail: {
  kind:
    | 'verify-email'
    | 'password-reset'
    | 'password-changed'
    | 'second-factor-changed'
    | 'new-email'
    | 'email-change-asked'
    | 'email-changed'
  recipient: string
  link?: string
}) => Promise<void>

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Password-reset link lifetime, in seconds. */
export const resetLifetime = hour

type AuthConfig = {
  publicUrl: string
  origins: string[]
  rateLimit: boolean
  demo: boolean
  breachedPasswordsUrl: string | undefined
  clinicName: () => Promise<string>
}

/** Opens Better Auth for sign-up, sign-in and sessions. */
export function openAuth(options: AuthOptions) {
  acceptContractEmails()
  return betterAuth(options)
}

/** Makes zod's `z.email()`, with which Better Auth validates, accept exactly the emails of the contract: zod's own
 *  pattern refuses internationalized top-level domains, and Better Auth has no option for another
 *  (docs/decisions/0068). */
function acceptContractEmails() {
  z.regexes.email.test = (text) => email.safeParse(text).success
}
export type Auth = ReturnType<typeof openAuth>
export type AuthOptions = ReturnType<typeof authOptions>

/** `onSignIn` runs when a sign-in is complete without a second factor, `onReset` when a password was reset. */
type AuthEvents = { onSignIn: (email: string, way: string) => void; onReset: (email: string) => void }

/** Returns Better Auth's options, which sign-in with a password and at a provider share. */
export function authOptions(
  db: Db,
  config: AuthConfig,
  secret: string,
  log: FastifyBaseLogger,
  sendMail: SendMail,
  { onSignIn, onReset }: AuthEvents,
) {
  const warn = openCountedWarning(log, 'a sign-in call failed', minute * 1_000)
  const accountLimit = openAccountLimit({ db, secret, enabled: config.rateLimit })
  const codeLimit = openCodeLimit(db, secret)
  const claimAccount = makeClaimedAccount(db)
  const refuseWeak = weakPasswordRefusal(db, config, log)
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
      // Only the owner of this email can open the link.
      onPasswordReset: async ({ user }, request) => {
        accountLimit.noteReset(request, user.email)
        onReset(user.email)
        await markVerified(db, user.id)
        await sendMail({ kind: 'password-changed', recipient: user.email })
      },
    },
    emailVerification: emailVerification(config.publicUrl, sendMail),
    // Hashed, so that a token read from the database or a backup is useless.
    verification: { storeIdentifier: { default: 'plain', overrides: { [resetPrefix]: 'hashed' } } },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const refusal =
          (await refuseWeak(context)) ??
          (await accountLimit.takeAttempt(context)) ??
          (await codeLimit.takeAttempt(context)) ??
          (await claimAccount(context))
        if (refusal) return refusal
        if (context.path !== '/request-password-reset') return
        // The email job looks up the account, so that known and unknown emails take the same time here.
        await sendMail({ kind: 'password-reset', recipient: mailRequest.parse(context.body).email })
        return context.json({ status: true })
      }),
      after: createAuthMiddleware(async (context) => {
        const signIn = signInOf(context)
        if (signIn) onSignIn(signIn.email, signIn.way)
        await accountLimit.rememberBrowser(context)
        await codeLimit.returnAttempt(context)
      }),
    },
    user: { additionalFields: { role: { type: 'string', input: false, defaultValue: roles.patient } } },
    session: {
      expiresIn: 30 * day,
      updateAge: day,
      additionalFields: { secondFactorAt: { type: 'date', required: false, input: false } },
    },
    databaseHooks: { session: { create: { before: noteSecondFactor } } },
    plugins: [secondFactorPlugin(config.clinicName)],
    rateLimit: { ...callLimits(config.demo), enabled: config.rateLimit },
    advanced: { ipAddress: { ipAddressHeaders: [clientAddressHeader] }, ...cookiesAt(config.publicUrl) },
    telemetry: { enabled: false },
    // Without it Better Auth answers 500 when the database is down, and writes the query with its parameters to stderr.
    onAPIError: { throw: true },
    // Better Auth's messages contain emails and must not be logged.
    logger: { level: 'error', log: (level) => warn({ source: 'better-auth', level }) },
  } satisfies BetterAuthOptions
}

function weakPasswordRefusal(db: Db, config: AuthConfig, log: FastifyBaseLogger) {
  return refuseWeakPasswords({
    clinicName: config.clinicName,
    demo: config.demo,
    isBreached: breachedPasswords(config.breachedPasswordsUrl, log),
    findClaimed: (value) => findClaimed(db, value),
  })
}

function emailVerification(publicUrl: string, sendMail: SendMail) {
  return {
    sendOnSignUp: true,
    expiresIn: day,
    sendVerificationEmail: ({ user, token }: { user: { email: string }; token: string }) =>
      sendMail({
        kind: 'verify-email',
        recipient: user.email,
        link: `${publicUrl}${pages.verifyEmail}#token=${token}`,
      }),
  }
}

// `false` means no limit here: password/calls.ts counts sign-ins and sign-ups by their outcome.
function callLimits(demo: boolean) {
  const customRules = {
    '/sign-in/email': false,
    '/sign-up/email': false,
    '/change-password': false,
    '/sign-in/social': { window: minute, max: demo ? 600 : 60 },
    '/request-password-reset': { window: 10 * minute, max: 5 },
    '/reset-password': { window: 10 * minute, max: 10 },
    '/send-verification-email': { window: 10 * minute, max: 5 },
    '/two-factor/*': { window: minute, max: 60 },
    '/passkey/*': { window: minute, max: 120 },
    '/verify-email': { window: minute, max: 10 },
    '/get-session': false,
    '/sign-out': false,
  } as const
  return { storage: 'database', window: minute, max: 600, customRules } as const
}
