import { authorizationCodeRequest, getOAuth2Tokens } from 'better-auth/oauth2'
import { z } from 'zod'

type Credentials = { clientId: string; clientSecret: string }
type Grant = { code: string; redirectURI: string; codeVerifier?: string | undefined }
const tokens = z.record(z.string(), z.unknown())

/** Returns a function that exchanges an authorization code for the provider's tokens. Better Auth's own exchange makes
 *  the same request without a timeout. */
export function exchangeAt(tokenEndpoint: string, account: Credentials, timeoutMs: number) {
  return async (grant: Grant) => {
    const { body, headers } = await authorizationCodeRequest({ ...grant, options: account, tokenEndpoint })
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(tokenEndpoint, { method: 'POST', body, headers, redirect: 'error', signal })
    if (!response.ok) throw new Error(`the token endpoint responded with ${response.status}`)
    return getOAuth2Tokens(tokens.parse(await response.json()))
  }
}
