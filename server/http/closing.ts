import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const intervalMs = 50

/** Makes `app.close()` end with the last request. Fastify would wait over a minute for two kinds of connections: those that browsers open in
 *  advance, and those whose last request ends after the close began. */
export function closeWithLastRequest(app: FastifyInstance) {
  const { server } = app
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', (done) => {
    const closeConnections = () => {
      for (const socket of unused) socket.destroy()
      server.closeIdleConnections()
    }
    closeConnections()
    const timer = setInterval(closeConnections, intervalMs)
    server.once('close', () => clearInterval(timer))
    done()
  })
}
