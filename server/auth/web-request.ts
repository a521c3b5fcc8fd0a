import type { FastifyRequest } from 'fastify'
import { clientAddressHeader } from './better-auth.ts'

/** Converts a request's headers for Better Auth. The client address is the one that this server determined, whatever
 *  the client sent. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
  }
  headers.delete('content-length')
  headers.set(clientAddressHeader, request.ip)
  return headers
}

/** Converts a request for Better Auth. `body` has been parsed and validated. */
export function webRequest(request: FastifyRequest, origin: string, body = request.body): Request {
  const headers = webHeaders(request)
  const { method, url } = request
  if (body === undefined || body === null || method === 'GET')
    return new Request(new URL(url, origin), { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(new URL(url, origin), { method, headers, body: JSON.stringify(body) })
}
