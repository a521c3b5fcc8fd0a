import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from './problem.ts'

const intervalMs = 50

/** Makes `app.close()` end with the last request. Fastify would wait over a minute for two kinds of connections: those
 *  that browsers open in advance, and those whose last request ends after the close began. On an open connection, one
 *  more read is answered after that, because the database stays open until the last connection has ended; a change gets
 *  503. Open the app with `return503OnClosing: false`, because Fastify's own response is no problem. */
export function closeWithLastRequest(app: FastifyInstance) {
  const { server } = app
  const unused = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('onRequest', (request, _reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isRefused = isClosing && !isRead
    done(
      isRefused ? new ProblemError(503, 'The server is restarting. Nothing was changed; please try again.') : undefined,
    )
  })
  app.addHook('preClose', (done) => {
    isClosing = true
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
