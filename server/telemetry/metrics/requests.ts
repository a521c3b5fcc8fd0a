import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app-type.ts'
import type { Instruments } from './instruments.ts'

/** Measures the requests of `app`. Labels have the pattern of the route instead of the URL, which contains emails and
 *  would make the number of series unlimited. */
export function measureRequests(app: App, { duration, refused }: Instruments['http']): void {
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { statusCode } = reply
    if (statusCode === 429 || statusCode === 503) refused.inc({ status: String(statusCode) })
    if (!isEventStream(reply)) {
      const route = request.routeOptions.url ?? 'none'
      const status = `${Math.floor(statusCode / 100)}xx`
      duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000)
    }
    done()
  })
}

// It takes as long as the client listens.
function isEventStream(reply: FastifyReply) {
  return reply.getHeader('content-type') === 'text/event-stream'
}
