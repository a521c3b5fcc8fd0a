import { Socket } from 'node:net'

/** Returns a function that creates sockets for connections to the database. They fail with ETIMEDOUT after
 *  `maxSilentMs` without a byte in either direction: the database's own timeouts do not reach a client whose network
 *  drops packets. */
export function createSocketsWith({ maxSilentMs }: { maxSilentMs: number }): () => Socket {
  return () => {
    const socket = new Socket()
    return socket.setTimeout(maxSilentMs, () => {
      socket.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' }))
    })
  }
}
