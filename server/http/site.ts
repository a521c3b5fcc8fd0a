import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'
import type { Page } from './pages.ts'
import { sendProblem } from './problem.ts'

type Parts = { folder: string; pages: Map<string, Page>; shell: Page; paths: string[] }

/** The pages, and the files that they load. An address that is no page gets the shell with status 404 when a browser asks for
 *  it, and a problem otherwise. */
export async function siteRoutes(app: App, { folder, pages, shell, paths }: Parts) {
  const config = { rateLimit: false }
  const schema = { hide: true }
  for (const path of paths) {
    const page = pages.get(path) ?? shell
    app.get(path, { schema, config }, (request, reply) => sendPage(request, reply, page))
  }
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    wildcard: false,
    immutable: true,
    maxAge: '1y',
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage) return sendPage(request, reply.code(404), shell)
    return sendProblem(reply, 404, `There is nothing at ${request.method} ${request.url.split('?')[0]}.`)
  })
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.header('cache-control', 'no-cache').header('etag', page.etag).header('content-security-policy', page.policy)
  if (request.headers['if-none-match'] === page.etag && reply.statusCode === 200) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(page.html)
}
