import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/open.ts'
import * as schema from '#server/database/schema.ts'

/** The header in which the server, and nobody else, tells Better Auth the client's address. */
export const clientAddressHeader = 'x-client-address'

const minute = 60

type AuthConfig = { publicUrl: string; origins: string[]; rateLimit: boolean }

/** Sign-up, sign-in and sessions by Better Auth: passwords hashed by scrypt off the event loop, sessions in the database,
 *  attempts counted there by client address for all instances together. */
export function openAuth(db: Db, config: AuthConfig, secret: string, log: FastifyBaseLogger) {
  return betterAuth(authOptions(db, config, secret, log))
}
export type Auth = ReturnType<typeof openAuth>

/** How accounts and sessions are kept, whichever way somebody signs in. */
export function authOptions(db: Db, config: AuthConfig, secret: string, log: FastifyBaseLogger) {
  return {
    appName: 'Dental clinic',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: config.origins,
    database: drizzleAdapter(db, { provider: 'pg', schema }),
    emailAndPassword: { enabled: true, minPasswordLength: 6, maxPasswordLength: 128, autoSignIn: true },
    user: { additionalFields: { role: { type: 'string', input: false, defaultValue: 'patient' } } },
    session: { expiresIn: 7 * 24 * 60 * minute, updateAge: 24 * 60 * minute },
    rateLimit: {
      enabled: config.rateLimit,
      storage: 'database',
      window: minute,
      max: 100,
      customRules: {
        '/sign-in/email': { window: minute, max: 10 },
        '/sign-up/email': { window: 10 * minute, max: 10 },
        '/sign-in/social': { window: minute, max: 20 },
        '/get-session': false,
        '/sign-out': false,
      },
    },
    advanced: { ipAddress: { ipAddressHeaders: [clientAddressHeader] }, cookiePrefix: 'clinic' },
    telemetry: { enabled: false },
    // Its messages name e-mail addresses; what went wrong is logged without them.
    logger: { level: 'error', log: (level) => log.error({ source: 'better-auth', level }, 'sign-in machinery failed') },
  } satisfies BetterAuthOptions
}
