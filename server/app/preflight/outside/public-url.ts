import type { Config } from '#server/config/config.ts'
import { hopsHeader, preflightHeader, preflightProof } from '#server/http/edge/hops.ts'
import { aliveResponse } from '#server/http/health.ts'
import { reasonOf } from '#server/outside-service/reason.ts'
import { type Check, type Finding, ok, warning, wrong } from '../check.ts'

/** Asks PUBLIC_URL, as visitors do, and counts the proxies on the way. Before the first start nobody answers, which is
 *  a warning. */
export function publicUrlCheck({
  publicUrl,
  trustProxy,
  authSecret,
}: Pick<Config, 'publicUrl' | 'trustProxy' | 'authSecret'>): Check {
  return {
    name: 'PUBLIC_URL',
    run: async () => {
      const url = `${publicUrl}/healthz`
      const headers: Record<string, string> = authSecret ? { [preflightHeader]: preflightProof(authSecret) } : {}
      let answer: Response
      try {
        answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(8_000) })
      } catch (error) {
        return [warning(`${publicUrl} can't be reached from here: ${reasonOf(error)}. Once the server runs, try again`)]
      }
      if ([502, 503, 504].includes(answer.status))
        return [warning(`a proxy answers at ${publicUrl}, and finds no server. Once the server runs, try again`)]
      const found = aliveResponse.safeParse(await answer.json().catch(() => undefined))
      if (!found.success)
        return [wrong(`${url} answers with ${answer.status}, and is not this server: check DNS and the proxy`)]
      const release = ok(`release ${found.data.version} answers there`)
      if (!authSecret) return [release]
      return [release, ...hopsIn(answer.headers.get(hopsHeader), trustProxy)]
    },
  }
}

function hopsIn(header: string | null, trustProxy: Config['trustProxy']): Finding[] {
  const [passed, trusted] = header?.split('/').map(Number) ?? []
  if (passed === undefined || trusted === undefined)
    return [warning('the server there has another AUTH_SECRET, so the proxies on the way were not counted')]
  const advice = `set TRUST_PROXY=${passed || 'off'}`
  const way = passed === 1 ? 'one proxy' : `${passed} proxies`
  if (trusted < passed)
    return [wrong(`requests pass ${way}, of which TRUST_PROXY trusts ${trusted}: visitors share one limit: ${advice}`)]
  // A number that is too high trusts what visitors write themselves.
  if (typeof trustProxy === 'function' && trustProxy('', passed))
    return [wrong(`requests pass ${way}, and TRUST_PROXY trusts more: visitors can choose their address: ${advice}`)]
  return [ok(`requests pass ${way}, as TRUST_PROXY says`)]
}
