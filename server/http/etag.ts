import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Returns the ETag of a text. It is weak, because it identifies the text in every encoding. */
export function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
}

/** Tells whether the client already has the content with this ETag (RFC 9110, 13.1.2), so that 304 is the answer. */
export function isUnchanged({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match'] ?? ''
  return known.trim() === '*' || known.split(',').some((each) => opaque(each) === opaque(etag))
}

// Proxies that compress add or remove the mark of a weak one.
function opaque(etag: string) {
  return etag.trim().replace(/^W\//, '')
}
