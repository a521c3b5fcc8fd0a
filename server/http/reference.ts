import type { OutgoingHttpHeaders } from 'node:http'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from './app-type.ts'
import { pagePolicy } from './security.ts'

/** Serves the API reference with the Content-Security-Policy of the site's own pages. */
export async function referencePage(app: App, { title, headers }: { title: string; headers: OutgoingHttpHeaders }) {
  await app.register(swaggerUi, {
    routePrefix: '/reference',
    staticCSP: pagePolicy([], false),
    theme: { title: `${title}: calls` },
    uiConfig: { url: '/openapi.json', docExpansion: 'list' },
    uiHooks: {
      onRequest: (_request, reply, done) => {
        reply.headers({ ...headers, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
        done()
      },
    },
  })
}
