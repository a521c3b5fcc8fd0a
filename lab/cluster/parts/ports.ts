import { isFree } from '#testbed/free-port.ts'

// Below the ports that Linux gives to outgoing connections, which could take that of a part while it is down.
const [first, last, step] = [21_000, 32_000, 100]

/** Returns `count` neighbouring TCP ports of 127.0.0.1 that are free. Another process can still take one before the
 *  caller does.
 *  @throws if there are none */
export async function freePorts(count: number): Promise<number[]> {
  for (let start = first; start < last; start += step) {
    const ports = Array.from({ length: count }, (_, index) => start + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports
  }
  throw new Error(`no ${count} free ports between ${first} and ${last}`)
}
