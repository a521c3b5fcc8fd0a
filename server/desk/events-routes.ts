import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { DayEvents } from './events.ts'

const type = 'text/event-stream'

/** Registers the stream of changed days. All streams end when the server stops. */
export function deskEventRoutes(app: App, { identity, dayEvents }: { identity: Identity; dayEvents: DayEvents }) {
  app.addHook('preClose', (done) => {
    dayEvents.close()
    done()
  })
  app.get(
    '/desk/events',
    {
      onRequest: [identity.may('read-day')],
      // A HEAD request would open a stream that nobody reads.
      exposeHeadRoute: false,
      schema: {
        tags: ['desk'],
        operationId: 'followDays',
        summary: 'Server-sent events: `day` with the date whose appointments changed; `all` if anything may have',
        produces: [type],
        problems: [406],
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      if (!request.headers.accept?.includes(type)) throw new ProblemError(406, `This call answers with ${type} only.`)
      const { sessionId, userId } = identity.caller(request)
      const stream = dayEvents.open({ sessionId, userId, network: clientNetwork(request.ip) })
      if (!stream) {
        reply.header('retry-after', '60')
        throw new ProblemError(429, 'The day is open in too many places. Close one of them and try again in a minute.')
      }
      const headers = { 'content-type': type, 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }
      // The schema describes the text that the stream consists of.
      const streaming: FastifyReply = reply.headers(headers)
      return streaming.send(stream)
    },
  )
}
