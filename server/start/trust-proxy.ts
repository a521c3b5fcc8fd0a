import { isIP } from 'node:net'

const names = ['loopback', 'linklocal', 'uniquelocal']

/** Converts TRUST_PROXY to Fastify's `trustProxy`. Accepts `off`, a number of hops (0 to 99), or a list of addresses, CIDR ranges and the
 *  names `loopback`, `linklocal` and `uniquelocal`; returns undefined for anything else. */
export function readTrustProxy(input: string) {
  if (input === 'off') return false
  if (/^\d{1,2}$/.test(input)) return trustHops(Number(input))
  const proxies = input.split(',').map((proxy) => proxy.trim())
  return proxies.every((proxy) => names.includes(proxy) || isAddressOrRange(proxy)) ? proxies.join(',') : undefined
}

// A function, because Fastify trusts no proxy if the option is a number.
function trustHops(hops: number) {
  return hops > 0 && ((_address: string, hop: number) => hop < hops)
}

function isAddressOrRange(text: string) {
  const [address = '', length, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (length === undefined) return true
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128)
}
