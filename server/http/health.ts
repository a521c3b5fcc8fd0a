import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { version } from '#server/config/version.ts'
import type { App } from './app-type.ts'
import { hopsHeader, openHops } from './edge/hops.ts'
import { sendProblem } from './problem.ts'

/** Returns whether the request is a health check. */
export function isHealthCall({ url }: FastifyRequest): boolean {
  return url === '/healthz' || url === '/readyz'
}

/** Response of `/healthz`. */
export const aliveResponse = z.object({ status: z.literal('ok'), version: z.string() })

type Deps = { isReady: () => Promise<boolean>; secret: string; draining?: AbortSignal | undefined }

/** Registers `/healthz`, which responds while the process runs, and `/readyz`, which fails before and during shutdown
 *  and without the database. */
export function healthRoutes(app: App, { isReady, secret, draining }: Deps) {
  const hopsOf = openHops(secret)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const common = { tags: ['health'], response: { 200: z.object({ status: z.literal('ok') }) } }
  const alive = {
    ...common,
    response: { 200: aliveResponse },
    operationId: 'isAlive',
    summary: 'Whether the process lives, and its release',
  }
  const ready = { ...common, operationId: 'isReady', summary: 'Whether the server can serve', problems: [503] }
  const config = { limit: 'none' } as const
  app.get('/healthz', { schema: alive, config }, async (request, reply) => {
    const hops = hopsOf(request)
    if (hops) reply.header(hopsHeader, hops)
    return { status: 'ok' as const, version }
  })
  app.get('/readyz', { schema: ready, config }, async (_request, reply) => {
    const isStopping = isClosing || draining?.aborted
    if (!isStopping && (await isReady())) return { status: 'ok' as const }
    return sendProblem(reply, 503, isStopping ? 'The server is stopping.' : 'The database does not answer.')
  })
}
