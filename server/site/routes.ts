import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { indexed } from '#contract/site/pages.ts'
import type { App } from '../http/app-type.ts'
import { sendProblem } from '../http/problem.ts'
import type { Page, Site } from './pages.ts'

const unlisted = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex')

type Deps = {
  /** Undefined: API only, no pages. */
  site: Site | undefined
  /** For documents. */
  headers: OutgoingHttpHeaders
  /** Does the request come from where somebody signed in? Decides which of a page's two documents is sent. */
  maybeSignedIn: (request: FastifyRequest) => boolean
}

/** The pages, and the files that they load. An address that is no page gets a page that says so with status 404 when a browser asks
 *  for it, and a problem otherwise. */
export async function siteRoutes(app: App, { site, headers, maybeSignedIn }: Deps) {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    const { etag, policy, permissions, bytes } = page.withoutApp && !maybeSignedIn(request) ? page.withoutApp : page.app
    reply.headers({ ...headers, 'cache-control': 'no-cache', etag })
    reply.headers({ 'content-security-policy': policy, 'permissions-policy': permissions })
    reply.header('vary', page.withoutApp ? 'accept-encoding, cookie' : 'accept-encoding')
    if (request.headers['if-none-match'] === etag && reply.statusCode === 200) return reply.code(304).send()
    const { content, encoding } = await bytes(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(content)
  }

  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (site && wantsPage) return sendPage(request, unlisted(reply).code(404), site.unknown)
    return sendProblem(reply, 404, 'There is nothing at this address.')
  })
  if (!site) return
  const config = { rateLimit: false }
  for (const [path, page] of site.pages) {
    app.get(path, { schema: { hide: true }, config }, (request, reply) =>
      sendPage(request, indexed.includes(path) ? reply : unlisted(reply), page),
    )
  }
  await app.register(fastifyStatic, {
    root: join(site.folder, 'assets'),
    prefix: '/assets/',
    wildcard: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  await app.register(fastifyStatic, {
    root: join(site.folder, 'brand'),
    prefix: '/brand/',
    wildcard: false,
    decorateReply: false,
    maxAge: '1d',
    // Whoever shows a shared link shows the picture that goes with it.
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
}
