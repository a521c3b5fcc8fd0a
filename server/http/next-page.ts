import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageQuery } from '#contract/kit/list.ts'

/** Sets the header `Link` that leads to the next page of a list (RFC 8288). */
export function linkNextPage(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  { page, limit }: PageQuery,
): void {
  // The address is relative, so the host does not matter. `searchParams` encodes whatever could end the reference.
  const next = new URL(request.url, 'http://clinic.invalid')
  next.searchParams.set('page', String(page + 1))
  next.searchParams.set('limit', String(limit))
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}
