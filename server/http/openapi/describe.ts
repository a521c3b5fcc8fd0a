import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { problem } from '#contract/kit/problem.ts'
import { version } from '#server/config/version.ts'
import type { App } from '../app-type.ts'
import { problemResponses, problemsOf, responseName, securityOf, securitySchemes } from './operation.ts'

const tags = [
  { name: 'treatment', description: 'Treatments, and their free times.' },
  { name: 'booking', description: 'Appointments.' },
  { name: 'desk', description: 'What staff do for patients.' },
  { name: 'payment', description: 'Paying for an appointment by card.' },
  { name: 'sign-in', description: 'Signing up, in and out, and links by email.' },
  { name: 'account', description: "The caller's own account." },
  { name: 'user', description: 'Access tokens and admins.' },
  { name: 'doctor', description: "The clinic's doctors." },
  { name: 'photo', description: 'Photos of doctors, the logo, and the pictures of public pages.' },
  { name: 'clinic', description: 'What the clinic says about itself, and its set-up.' },
  { name: 'audit', description: 'What admins did, and what patients changed.' },
  { name: 'health', description: 'Whether the server works.' },
]

const description =
  'The calls that the pages of this clinic make. Dates are in the medium format of en-US, such as `Nov 21, 2026`, and mean ' +
  "days at the clinic; prices are in the clinic's currency. Errors are problem details (RFC 9457). A change by cookie must carry the site's own `Origin`."

/** Serves an OpenAPI 3.1 description of the routes registered after this call at /openapi.json. Adds each route's
 *  security and error responses, which follow from its guard. */
export async function describeRoutes(app: App, { title }: { title: () => Promise<string> }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '', version, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'This site' }],
      tags,
      components: { securitySchemes },
    },
    transform: (input) => {
      const { problems = [], file, ...schema } = input.schema
      const transformed = jsonSchemaTransform({ ...input, schema })
      const { route } = input
      const described = {
        security: securityOf(route),
        'x-problems': problemsOf(route, problems),
        ...(file && { 'x-file': file }),
        ...transformed.schema,
      }
      return { ...transformed, schema: described }
    },
    transformObject: (input) => completeDescription('openapiObject' in input ? input.openapiObject : {}),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    const api = app.swagger()
    return { ...api, info: { ...api.info, title: await title() } }
  })
}

type Operation = {
  requestBody?: object
  responses?: Record<string, { description?: string; $ref?: string; content?: object }>
  'x-problems'?: number[]
  'x-file'?: string
}
type Description = { paths?: Record<string, object | undefined>; components?: object }

/** Adds descriptions and error responses to the operations, and the components that they refer to. */
function completeDescription<Api extends Description>(api: Api): Api {
  const used = new Set<number>()
  for (const path of Object.values(api.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      for (const status of completeOperation(operation)) used.add(status)
    }
  }
  const components = { ...api.components, schemas: { Problem: problemSchema() }, responses: problemResponses(used) }
  return { ...api, components }
}

/** Completes an operation in place. Returns the statuses of the error responses that it refers to. */
function completeOperation(operation: Operation): number[] {
  const { 'x-problems': problems = [], 'x-file': file, responses = {} } = operation
  for (const [status, response] of Object.entries(responses)) {
    response.description = descriptions[status] ?? 'Refused; the body says why.'
    if (status === '204') delete response.content
  }
  if (file) operation.requestBody = fileBody(file)
  const added = problems.filter((status) => !(status in responses))
  for (const status of added) responses[status] = { $ref: `#/components/responses/${responseName(status)}` }
  operation.responses = responses
  delete operation['x-problems']
  delete operation['x-file']
  return added
}

const descriptions: Record<string, string> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; there is no body.',
}

function fileBody(field: string) {
  const schema = { type: 'object', properties: { [field]: { type: 'string', format: 'binary' } }, required: [field] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function problemSchema() {
  // The input schema allows extension members (RFC 9457, 3.2), such as those of a refused booking.
  const { $schema, ...schema } = z.toJSONSchema(problem, { io: 'input' })
  return schema
}
