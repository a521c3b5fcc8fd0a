import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** Collects the routes of the apps that `open` opens, by method and path. */
export async function collectRoutes<Opened>(
  open: () => Promise<Opened>,
): Promise<{ opened: Opened; routes: Map<string, RouteOptions> }> {
  const routes = new Map<string, RouteOptions>()
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) {
        if (method !== 'HEAD') routes.set(`${method} ${route.url}`, route)
      }
    })
  }
  diagnostics.subscribe('fastify.initialization', watch)
  try {
    return { opened: await open(), routes }
  } finally {
    diagnostics.unsubscribe('fastify.initialization', watch)
  }
}
