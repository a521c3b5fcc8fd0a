import { isIPv6 } from 'node:net'

/** Returns the network whose attempts count together: an IPv4 address, or the /64 network of an IPv6 address, which
 *  belongs to one customer. */
export function clientNetwork(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1]
  if (mapped) return mapped
  const [head = '', tail = ''] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':')
}
