import type { IncomingMessage } from 'node:http'

/** Headers that a request has once. Of two, a proxy and this server could each believe another one. */
const single = ['host', 'authorization', 'content-type', 'content-length', 'origin']
const host = /^(\[[0-9a-f:.]+\]|[a-z0-9._~%!$&'()*+,;=-]+)(:\d{1,5})?$/i
const absolute = /^https?:\/\/([^/?#]*)/i

/** Returns what is wrong with the host or a header that a request may have once, as a sentence; undefined if nothing is
 *  (RFC 9112, 3.2).
 *  @param target the request target as it was sent */
export function refuseHost(
  { headers, rawHeaders, httpVersion }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>,
  target: string,
): string | undefined {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const twice = single.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) return `The request has the header ${twice} twice.`
  const named = headers.host
  // HTTP/1.0 has no Host header.
  if (named === undefined) return httpVersion === '1.0' ? undefined : 'The request names no host.'
  if (!host.test(named)) return 'The host of the request is not valid.'
  const targeted = absolute.exec(target)?.[1]
  if (targeted !== undefined && targeted.toLowerCase() !== named.toLowerCase()) return 'The request names two hosts.'
  return undefined
}

/** Returns the target without the scheme and the host that a proxy's client sends (RFC 9112, 3.2.2). */
export function toOriginForm(target: string): string {
  const path = target.replace(absolute, '')
  return path === target || path.startsWith('/') ? path : `/${path}`
}
