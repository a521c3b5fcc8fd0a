import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { indexed } from '#contract/site/documents.ts'
import { pages } from '#contract/site/pages.ts'
import { returnPath } from '#contract/site/return-path.ts'
import { workerFile } from '#contract/site/worker-file.ts'
import { isUnchanged } from '#server/http/etag.ts'
import type { App } from '../http/app-type.ts'
import { sendProblem } from '../http/problem.ts'
import { workerPolicy } from '../http/security.ts'
import { type Document, type Encoded, encodeOnce } from './document.ts'
import type { CurrentDocument, Page, Site } from './pages.ts'
import type { Rendered, RenderPage } from './rendering.ts'

const noIndex = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex')

type Deps = {
  /** Undefined: API only, no pages. */
  site: Site | undefined
  /** Headers of documents. */
  headers: OutgoingHttpHeaders
  /** Returns whether the request has a session cookie. If so, it gets the document with the app. Without one, a page
   *  behind the login redirects to the login, which returns to it. */
  maybeSignedIn: (request: FastifyRequest) => boolean
  /** Says why a page asks for a sign-in, from its path with the query. */
  signInReason?: ((from: string) => string | Promise<string>) | undefined
  /** Undefined: no page is rendered for a person. */
  renderPage?: RenderPage | undefined
}

/** Serves the pages and their files. An unknown address gets 404: a page for browsers, a problem for other clients. */
export async function siteRoutes(app: App, { site, headers, maybeSignedIn, signInReason, renderPage }: Deps) {
  const headersOf = ({ policy, permissions }: Pick<Document, 'policy' | 'permissions'>) => ({
    ...headers,
    'content-security-policy': policy,
    'permissions-policy': permissions,
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    if (page.needsSignIn && !maybeSignedIn(request)) return sendToLogin(request, reply)
    if (page.link !== undefined) reply.header('link', page.link)
    if (page.frame && maybeSignedIn(request) && (await sendRendered(request, reply, page.frame))) return reply
    const asked = page.fill && (await askedFor(request))
    const general = asked && page.byReason?.get(asked.signInReason)
    const document = (!maybeSignedIn(request) && page.withoutApp) || general || page.app
    if (page.fill && asked && !general) return sendFilled(request, reply, { ...asked, page, fill: page.fill })
    const { etag, policy, permissions, encode } = await document()
    reply.headers({ ...headersOf({ policy, permissions }), 'cache-control': 'no-cache', etag })
    reply.header('vary', page.withoutApp || page.needsSignIn ? 'accept-encoding, cookie' : 'accept-encoding')
    if (reply.statusCode === 200 && isUnchanged(request, etag)) return reply.code(304).send()
    return sendHtml(reply, await encode(request.headers['accept-encoding']))
  }

  /** Returns why the page in the query asks for a sign-in, and that query; undefined without one. */
  const askedFor = async (request: FastifyRequest) => {
    const from = originIn(request)
    const reason = from && (await signInReason?.(from))
    return from && reason ? { signInReason: reason, signInQuery: queryOf(from) } : undefined
  }

  // What a link of the landing page led to is one of very many: the page is made for this visitor.
  const sendFilled = async (request: FastifyRequest, reply: FastifyReply, { page, fill, ...asked }: Filled) => {
    const { policy, permissions } = await page.app()
    reply.headers({ ...headersOf({ policy, permissions }), 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return sendHtml(reply, await encodeOnce(await fill(asked), request.headers['accept-encoding']))
  }

  const sendRendered = async (request: FastifyRequest, reply: FastifyReply, frame: CurrentDocument) => {
    const page = await renderPage?.(request)
    if (!page) return false
    const { html, policy, permissions } = await frame()
    reply.headers({ ...headersOf({ policy, permissions }), 'cache-control': 'no-store' })
    reply.header('vary', 'accept-encoding, cookie')
    if (page.cookies.length > 0) reply.header('set-cookie', page.cookies)
    await sendHtml(reply, await encodeOnce(fillFrame(html, page), request.headers['accept-encoding']))
    return true
  }

  app.setNotFoundHandler((request, reply) => {
    const acceptsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (site && acceptsPage) return sendPage(request, noIndex(reply).code(404), site.unknown)
    return sendProblem(reply, 404, 'There is nothing at this address.')
  })
  if (!site) return
  const config = { limit: 'static' } as const
  for (const [path, page] of site.pages) {
    app.get(path, { schema: { hide: true }, config }, (request, reply) =>
      sendPage(request, indexed.includes(path) ? reply : noIndex(reply), page),
    )
  }
  await serveFiles(app, site)
}

/** Serves the service worker, and the files of the pages. */
async function serveFiles(app: App, site: Site) {
  app.get(workerFile, { schema: { hide: true }, config: { limit: 'static' } }, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': workerPolicy, 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(site.worker),
  )
  await app.register(fastifyStatic, {
    root: join(site.folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })
  await app.register(fastifyStatic, {
    root: join(site.folder, 'brand'),
    prefix: '/brand/',
    decorateReply: false,
    maxAge: '1d',
    // Other sites embed the picture of a shared link.
    setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
  })
}

function sendHtml(reply: FastifyReply, { body, encoding }: Encoded) {
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body)
}

/** Puts a rendered page into its frame. The last places count: the clinic's texts may contain the same words. */
function fillFrame(frame: string, { html, answers }: Pick<Rendered, 'html' | 'answers'>): string {
  const [app, end] = ['{{app}}', '{{answers}}'].map((place) => frame.lastIndexOf(place)) as [number, number]
  const between = frame.slice(app + '{{app}}'.length, end)
  return frame.slice(0, app) + html + between + answers + frame.slice(end + '{{answers}}'.length)
}

type Filled = { page: Page; fill: NonNullable<Page['fill']>; signInReason: string; signInQuery: string }

const withOrigin = z.object({ from: returnPath })

/** Returns the page in the query to which a sign-in leads. */
function originIn({ query }: FastifyRequest): string | undefined {
  return withOrigin.safeParse(query).data?.from
}

/** Redirects to the login with the page to return to. A browser shows that form sooner than the app would. */
function sendToLogin(request: FastifyRequest, reply: FastifyReply) {
  const from = returnPath.safeParse(request.url).data
  reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' })
  return reply.redirect(from ? `${pages.login}${queryOf(from)}` : pages.login)
}

const queryOf = (from: string) => `?${new URLSearchParams({ from })}`
