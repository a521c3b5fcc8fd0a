import { hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The header with which preflight proves that it knows the server's secret, and that of the answer. */
export const preflightHeader = 'x-preflight'
export const hopsHeader = 'x-proxy-hops'

/** Returns the value of `preflightHeader`. */
export function preflightProof(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'preflight', 32)).toString('base64url')
}

/** Returns a function that counts the proxies that a request passed by its X-Forwarded-For, and those of them that
 *  TRUST_PROXY trusts, as `passed/trusted`. It returns undefined for anybody but preflight. */
export function openHops(secret: string): (request: FastifyRequest) => string | undefined {
  const proof = Buffer.from(preflightProof(secret))
  return ({ headers, ips = [] }) => {
    const given = Buffer.from(String(headers[preflightHeader] ?? ''))
    if (given.length !== proof.length || !timingSafeEqual(given, proof)) return undefined
    const passed = [headers['x-forwarded-for'] ?? []].flat().flatMap((list) => list.split(',')).length
    return `${passed}/${Math.max(0, ips.length - 1)}`
  }
}
