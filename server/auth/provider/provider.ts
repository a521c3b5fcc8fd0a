import { betterAuth } from 'better-auth/minimal'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import type { AuthOptions } from '../better-auth.ts'

/** This site's account at an OpenID provider. */
export type ProviderAccount = { discoveryUrl: string; clientId: string; clientSecret: string }

/** The provider's name in URLs and in the database. */
export const providerId = 'google'

/** Path that the provider redirects browsers to. */
export const callbackPath = `/api/auth/callback/${providerId}`

// Better Auth sets no timeouts.
const defaultTimeoutsMs = { discovery: 5_000, exchange: 10_000 }

/** Returns a function that opens Better Auth with the provider, for the site at `origin`; it resolves to undefined
 *  while the provider is unreachable. Discovery runs at the first sign-in and again until it succeeds: when the server
 *  starts, a sandbox on the same port does not listen yet (docs/decisions/0010). */
export function openProviderAuth(
  options: AuthOptions,
  account: ProviderAccount,
  log: FastifyBaseLogger,
  timeoutsMs = defaultTimeoutsMs,
) {
  const opened = new Map<string, Promise<ProviderAuth>>()
  return async (origin: string): Promise<ProviderAuth | undefined> => {
    const opening = opened.get(origin) ?? openAt({ ...options, baseURL: origin }, account, timeoutsMs)
    opened.set(origin, opening)
    const auth = await opening.catch((error: unknown) => {
      log.warn({ reason: error instanceof Error ? error.message : undefined }, 'the sign-in provider can not be used')
      return undefined
    })
    if (!auth && opened.get(origin) === opening) opened.delete(origin)
    return auth
  }
}
export type ProviderAuthAt = ReturnType<typeof openProviderAuth>
type ProviderAuth = { handler: (request: Request) => Promise<Response> }

const discovery = z.object({ token_endpoint: z.url() })
const incompleteDiscovery = 'the discovery document is incomplete'

async function openAt(
  options: AuthOptions,
  account: ProviderAccount,
  timeoutsMs: typeof defaultTimeoutsMs,
): Promise<ProviderAuth> {
  const response = await fetch(account.discoveryUrl, { signal: AbortSignal.timeout(timeoutsMs.discovery) })
  if (!response.ok) throw new Error(`discovery failed with status ${response.status}`)
  const found = discovery.safeParse(await response.json()).data
  if (!found) throw new Error(incompleteDiscovery)
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth')
  const { exchangeAt } = await import('./exchange.ts')
  const auth = betterAuth({
    ...options,
    onAPIError: { errorURL: `${options.baseURL}/login` },
    // Links a password account only if its own email is verified (docs/security.md).
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: true } },
    databaseHooks: {
      ...options.databaseHooks,
      user: { create: { before: without('image') } },
      account: { create: { before: without('accessToken', 'refreshToken', 'idToken') } },
    },
    plugins: [
      ...options.plugins,
      genericOAuth({
        config: [
          {
            ...account,
            providerId,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            prompt: 'select_account',
            requireIdTokenVerification: true,
            getToken: exchangeAt(found.token_endpoint, account, timeoutsMs.exchange),
            mapProfileToUser: toUser,
          },
        ],
      }),
    ],
  })
  const { socialProviders } = await auth.$context
  if (!socialProviders.some(({ id }) => id === providerId)) throw new Error(incompleteDiscovery)
  return auth
}

type Profile = { email?: string | null | undefined; email_verified?: unknown; name?: unknown }

// Better Auth refuses a sign-in with an empty email.
function toUser(profile: Profile) {
  const verified = profile.email_verified === true ? email.safeParse(profile.email).data : undefined
  if (!verified) return { email: '' }
  const name = plainText('', 100).safeParse(profile.name).data ?? verified.slice(0, verified.indexOf('@'))
  return { email: verified, name, emailVerified: true }
}

// Discards the picture and the provider's tokens, which the site does not need.
function without(...names: string[]) {
  const removed = Object.fromEntries(names.map((name) => [name, null]))
  return async (row: object) => ({ data: { ...row, ...removed } })
}
