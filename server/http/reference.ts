import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
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

/** The readable page, under a policy of its own that names the hashes of its scripts and styles. */
export async function referencePage(app: App, { title }: { title: string }) {
  await app.register(swaggerUi, {
    routePrefix: '/reference',
    staticCSP: true,
    theme: { title: `${title}: calls` },
    uiConfig: { url: '/openapi.json', docExpansion: 'list' },
  })
}
