import { authorizationCodeRequest, getOAuth2Tokens } from 'better-auth/oauth2'
import { z } from 'zod'

type Credentials = { clientId: string; clientSecret: string }
type Grant = { code: string; redirectURI: string; codeVerifier?: string | undefined }
const tokens = z.record(z.string(), z.unknown())

/** Exchanges what a browser brought back for the provider's tokens, within `timeoutMs`. Better Auth's own exchange makes
 *  the same request and waits for its answer for minutes. */
export function exchangeAt(tokenEndpoint: string, account: Credentials, timeoutMs: number) {
  return async (grant: Grant) => {
    const { body, headers } = await authorizationCodeRequest({ ...grant, options: account, tokenEndpoint })
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(tokenEndpoint, { method: 'POST', body, headers, redirect: 'error', signal })
    if (!answer.ok) throw new Error(`the exchange was answered with ${answer.status}`)
    return getOAuth2Tokens(tokens.parse(await answer.json()))
  }
}
