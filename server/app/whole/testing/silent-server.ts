import { createServer, type Socket } from 'node:net'

/** Listens on `port`, accepts connections and never answers, as a service that hangs does. */
export async function silentServer(port = 0) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? port) : port,
    /** Number of connections that wait for an answer. */
    waiting: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
