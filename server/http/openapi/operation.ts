import { STATUS_CODES } from 'node:http'
import type { RouteOptions } from 'fastify'
import type { Guard } from '../identity.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Statuses of this route's error responses, in addition to those of its guard and of all routes. */
    problems?: readonly number[]
    /** The name of the file field in a multipart body. */
    file?: string
  }
}

/** Accepted security schemes, by their names in `securitySchemes`; one is enough. Empty for a public route. */
type Security = Record<string, string[]>[]

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of `PUT /user/{email}`, good for an hour.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'clinic.session_token',
    description: 'The cookie that a sign-in sets; over https its name begins with `__Host-`.',
  },
  stripe: {
    type: 'apiKey',
    in: 'header',
    name: 'Stripe-Signature',
    description: "The card provider's signature over the body.",
  },
  textMessage: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twilio-Signature',
    description: "The text message provider's signature over the address and the parameters.",
  },
} as const

type Route = Pick<RouteOptions, 'onRequest' | 'method' | 'url' | 'config'>

/** Returns the security schemes that a route's guard accepts. */
export function securityOf(route: Route): Security {
  return guardsOf(route).flatMap(({ proofs }) => proofs.map((proof) => ({ [proof]: [] })))
}

/** Tells whether a route's guard requires a permission of staff. */
export function isForStaff(route: Route): boolean {
  return guardsOf(route).some(({ action }) => action !== undefined)
}

/** Returns a route's guards. */
export function guardsOf({ onRequest }: Route): Guard[] {
  const hooks: unknown[] = [onRequest].flat()
  return hooks.filter(isGuard)
}

function isGuard(hook: unknown): hook is Guard {
  return typeof hook === 'function' && 'proofs' in hook
}

/** Returns the statuses of a route's error responses: `own`, and those of its guard, the same-origin rule and the
 *  limits on requests. */
export function problemsOf(route: Route, own: readonly number[]): number[] {
  const isChange = ![route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
  const guards = guardsOf(route)
  const statuses = new Set([400, ...own])
  if (guards.length > 0) statuses.add(401)
  // From the router, for a parameter that is too long.
  if (route.url.includes('/:')) statuses.add(414)
  if (isChange || guards.some(({ action }) => action)) statuses.add(403)
  if (isChange) statuses.add(413).add(415)
  if (route.config?.limit !== 'none') statuses.add(429).add(503)
  return [...statuses].sort()
}

const descriptions: Record<number, string> = {
  400: 'The request is not valid. `errors` names the fields.',
  401: 'Nobody is signed in, or the proof is not valid any more.',
  402: 'The payment was not completed.',
  403: 'The caller may not do this, or the call came from another site, or has a cookie and no Origin header.',
  404: 'There is no such thing, or it is not for the caller.',
  406: 'The call answers in another format than the request accepts.',
  409: 'It clashes with what is there.',
  413: 'The body is too large.',
  414: 'A part of the address is too long.',
  415: 'The body has another type than this call takes.',
  422: 'The request is well formed and can not be carried out.',
  429: 'Too many requests. `Retry-After` says how many seconds to wait.',
  502: 'Another server that this one asked failed.',
  503: 'The server is busy or stopping, or another that it needs does not answer.',
}

/** Returns the shared error responses of the description, by name. */
export function problemResponses(statuses: Iterable<number>): Record<string, object> {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...statuses].map((status) => [
      responseName(status),
      {
        description: descriptions[status] ?? STATUS_CODES[status],
        ...(status === 429 && { headers: retryAfter }),
        content,
      },
    ]),
  )
}

/** Returns the name of a status's response in `components`. */
export function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replaceAll(' ', '')
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}
