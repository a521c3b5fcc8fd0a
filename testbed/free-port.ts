import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Linux, macOS and Windows give outgoing connections a port above 32,767. One of those could be taken while a server
// starts or restarts.
const [first, end] = [10_000, 21_000]

/** Returns a random TCP port of 127.0.0.1 that is currently free and that no outgoing connection gets. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, end)
  return (await isFree(port)) ? port : freePort()
}

/** Tells whether nothing listens on a TCP port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
