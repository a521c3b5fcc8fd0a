import { betterAuth } from 'better-auth/minimal'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import type { AuthOptions } from '../better-auth.ts'

/** This site's account at an OpenID provider. */
export type ProviderAccount = { discoveryUrl: string; clientId: string; clientSecret: string }

/** What the provider is called in addresses and in the database. */
export const providerId = 'google'

/** The call that the provider sends browsers back to. */
export const callbackPath = `/api/auth/callback/${providerId}`

// Better Auth has none.
const defaultTimeoutsMs = { discovery: 5_000, exchange: 10_000 }

/** Opens Better Auth with the provider as a way in, for the site at `origin`: undefined while the provider doesn't answer. That is
 *  found out when somebody wants to sign in, each time until it answers. It could not be found out at the start, when a stand-in
 *  on this very server doesn't listen yet, and an outage must not outlast itself. */
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

async function openAt(
  options: AuthOptions,
  account: ProviderAccount,
  timeoutsMs: typeof defaultTimeoutsMs,
): Promise<ProviderAuth> {
  const answer = await fetch(account.discoveryUrl, { signal: AbortSignal.timeout(timeoutsMs.discovery) })
  if (!answer.ok) throw new Error(`discovery was answered with ${answer.status}`)
  const found = discovery.safeParse(await answer.json()).data
  if (!found) throw new Error('discovery lacks what a sign-in needs')
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth')
  const { exchangeAt } = await import('./exchange.ts')
  const auth = betterAuth({
    ...options,
    onAPIError: { errorURL: `${options.baseURL}/login` },
    // docs/security.md: a password account joins only when its own address was verified.
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: true } },
    databaseHooks: {
      user: { create: { before: without('image') } },
      account: { create: { before: without('accessToken', 'refreshToken', 'idToken') } },
    },
    plugins: [
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
            mapProfileToUser: personOf,
          },
        ],
      }),
    ],
  })
  const { socialProviders } = await auth.$context
  if (!socialProviders.some(({ id }) => id === providerId)) throw new Error('discovery lacks what a sign-in needs')
  return auth
}

type Profile = { email?: string | null | undefined; email_verified?: unknown; name?: unknown }

/** Converts the provider's profile to a user. An address that the provider does not vouch for, or that sign-up would refuse, becomes empty,
 *  and Better Auth refuses the sign-in. */
function personOf(profile: Profile) {
  const address = profile.email_verified === true ? email.safeParse(profile.email).data : undefined
  if (!address) return { email: '' }
  const name = plainText('', 100).safeParse(profile.name).data ?? address.slice(0, address.indexOf('@'))
  return { email: address, name, emailVerified: true }
}

// We ask the provider who somebody is, once: a picture, and what would let us ask more, are not kept.
function without(...names: string[]) {
  const nothing = Object.fromEntries(names.map((name) => [name, null]))
  return async (row: object) => ({ data: { ...row, ...nothing } })
}
