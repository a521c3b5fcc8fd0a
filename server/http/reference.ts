import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './app-type.ts'

/** Describes the routes registered after it: OpenAPI 3.1 at /openapi.json, and a readable page of it at /reference. */
export async function describeRoutes(app: App, { title, publicUrl }: { title: string; publicUrl: string }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

/** The readable page. Its own scripts and styles are inline, so it alone has a policy that lets them be. */
export async function referencePage(app: App) {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
      )
    })
    await scope.register(scalar, {
      routePrefix: '/reference',
      configuration: { url: '/openapi.json', withDefaultFonts: false, telemetry: false },
    })
  })
}
