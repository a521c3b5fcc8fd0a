import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Render } from '#contract/site/render.ts'
import type { App } from '#server/http/app-type.ts'
import { scriptJson } from '../http/html.ts'
import type { CurrentClinic } from './pages.ts'

/** Longest wait for a page's data. Without them the app fetches them. */
const timeoutMs = 1_000

/** A page as its person sees it: its HTML, the answers of which it consists as JSON, and cookies that one of them
 *  sets. */
export type Rendered = { html: string; answers: string; cookies: string[] }

/** Renders the page of a request for the person who is signed in. Returns undefined for nobody, if a call is refused,
 *  and if the calls take too long: the app asks again and says why. */
export type RenderPage = (request: FastifyRequest) => Promise<Rendered | undefined>

type Deps = {
  app: App
  clinic: CurrentClinic
  /** Issues access tokens. */
  tokens: { issue: (claims: { userId: string; sessionId: string; email: string }) => Promise<string> }
  log: { warn: (error: unknown, message: string) => void }
}

type Answer = { status: number; text: string; link: string | undefined; cookies: string[] }

const liveSession = z.object({
  session: z.object({ id: z.string() }),
  user: z.object({ id: z.string(), email: z.string() }),
})
const sessionPath = '/api/auth/get-session'

/** Opens what renders the pages built in `folder`, whose code is loaded for the first page. Undefined if it is not
 *  built. */
export function openRendering(folder: string, { app, clinic, tokens, log }: Deps): RenderPage | undefined {
  const file = join(folder, '../render/render.js')
  if (!existsSync(file)) return undefined
  const renderFor = async (request: FastifyRequest, render: Render): Promise<Rendered | undefined> => {
    const session = await ask(app, request, sessionPath)
    const found = liveSession.safeParse(session.text === '' ? null : JSON.parse(session.text)).data
    if (!found) return undefined
    const { id: userId, email } = found.user
    const token = await tokens.issue({ userId, email, sessionId: found.session.id })
    const answers = new Map<string, Answer>()
    const answer = async (path: string) => {
      const given = path === sessionPath ? session : await ask(app, request, path, token)
      if (given.status === 200) answers.set(path, given)
      return toResponse(given)
    }
    const html = await render(new URL(request.url, 'http://localhost'), await clinic(), answer)
    return html === undefined ? undefined : { html, answers: toDocument(answers), cookies: session.cookies }
  }
  return async (request) => {
    try {
      const { render }: { render: Render } = await import(pathToFileURL(file).href)
      return await Promise.race([renderFor(request, render), sleep(timeoutMs, undefined, { ref: false })])
    } catch (error) {
      log.warn(error, 'a page can’t be rendered with its data: the app renders it')
      return undefined
    }
  }
}

/** Calls the API as the browser would that sent `request`. */
async function ask(app: App, request: FastifyRequest, url: string, token?: string): Promise<Answer> {
  const { cookie, host, 'user-agent': agent, 'x-forwarded-for': forwarded } = request.headers
  const sent = { cookie, host, 'user-agent': agent, 'x-forwarded-for': forwarded }
  const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { statusCode, headers, payload } = await app.inject({
    method: 'GET',
    url,
    remoteAddress: request.socket.remoteAddress ?? '',
    headers: { accept: 'application/json', ...known, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  })
  const link = typeof headers.link === 'string' ? headers.link : undefined
  return { status: statusCode, text: payload, link, cookies: [headers['set-cookie'] ?? []].flat() }
}

function toResponse({ status, text, link }: Answer): Response {
  return new Response(text === '' ? null : text, { status, headers: link === undefined ? {} : { link } })
}

/** Returns the answers as web/app/begin-rendered.ts reads them, for a script element. */
function toDocument(answers: ReadonlyMap<string, Answer>): string {
  const by = Object.fromEntries([...answers].map(([path, { text, link }]) => [path, { text, link }]))
  return scriptJson({ date: new Date().toISOString(), by })
}
