import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Opens a TCP proxy in front of the database at `databaseUrl`. It closes the first `refused` connections, as a proxy
 *  without a primary does. Between `freeze` and `thaw` it keeps connections open, accepts new ones and forwards
 *  nothing, like a network that drops all packets. */
export async function openProxy(databaseUrl: string, { refused = 0 } = {}) {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const peers = new Map<Socket, Socket>()
  let isFrozen = false
  const forward = (from: Socket, to: Socket) => {
    peers.set(from, to)
    from.on('error', () => {})
    from.once('close', () => {
      peers.delete(from)
      to.destroy()
    })
    if (!isFrozen) from.pipe(to)
  }
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    if (connections <= refused) return void socket.destroy()
    const database = connect(target)
    forward(socket, database)
    forward(database, socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true
      for (const socket of peers.keys()) socket.unpipe()
    },
    thaw: () => {
      isFrozen = false
      for (const [socket, peer] of peers) socket.pipe(peer)
    },
    close: () => {
      server.close()
      for (const socket of peers.keys()) socket.destroy()
    },
  }
}
export type DatabaseProxy = Awaited<ReturnType<typeof openProxy>>
