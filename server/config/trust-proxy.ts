import { BlockList, isIP } from 'node:net'

// The names that Fastify knows: https://www.npmjs.com/package/@fastify/proxy-addr
const ranges: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Converts TRUST_PROXY to Fastify's `trustProxy`. Accepts `off`, a number of hops (0 to 99), or a list of addresses,
 *  CIDR ranges and the names `loopback`, `linklocal` and `uniquelocal`; returns undefined for anything else. */
export function readTrustProxy(input: string) {
  if (input === 'off') return false
  if (/^\d{1,2}$/.test(input)) return trustHops(Number(input))
  const proxies = input.split(',').map((proxy) => proxy.trim())
  return proxies.every((proxy) => proxy in ranges || isAddressOrRange(proxy)) ? proxies.join(',') : undefined
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

type TrustProxy = NonNullable<ReturnType<typeof readTrustProxy>>

/** Returns a function that tells whether the server trusts the proxy that a connection comes from. */
export function trustsPeer(trustProxy: TrustProxy): (address: string) => boolean {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'function') return (address) => trustProxy(address, 0)
  const list = new BlockList()
  for (const proxy of trustProxy.split(',').flatMap((each) => ranges[each] ?? [each])) {
    const [address = '', length] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
