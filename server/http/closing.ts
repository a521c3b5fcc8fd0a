import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const aMoment = 50

/** Lets the app's close end with the requests under way. By itself it would wait a minute and more for two kinds of connections: those that
 *  browsers open ahead of need, and those whose last request ends after the close began. */
export function closeWithLastRequest(app: FastifyInstance) {
  const { server } = app
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', (done) => {
    const end = () => {
      for (const socket of unused) socket.destroy()
      server.closeIdleConnections()
    }
    end()
    const again = setInterval(end, aMoment)
    server.once('close', () => clearInterval(again))
    done()
  })
}
