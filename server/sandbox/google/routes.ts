import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { App } from '#server/http/app-type.ts'
import { permissionsPolicy } from '#server/http/security.ts'
import { mount, standInAccount } from './account.ts'
import { chooserPage, endedPage, stylePath } from './chooser.ts'
import { mountProvider } from './mount.ts'
import { anotherAccount, openPeople, type People } from './people.ts'

/** Dependencies of the stand-in for Google. */
export type StandInDeps = {
  publicUrl: string
  secret: string
  /** Every origin that the site is used at. */
  origins: string[]
  /** The site's own call that takes people back. */
  callbackPath: string
  siteName: string
  log: FastifyBaseLogger
}

const chooser = `${mount}/account`
const schema = { hide: true }
const choice = z.object({ account: z.string(), cancel: z.string(), name: z.string(), email: z.string() }).partial()

/** The stand-in for Google: an OpenID provider below /sandbox/google, with an account chooser that asks for no password. */
export async function standInRoutes(app: App, parts: StandInDeps) {
  const people = openPeople()
  const send = pageSender(parts.origins)
  let opened: Promise<Provider> | undefined
  const provider = () => {
    opened ??= openStandIn(parts, people, send.headers)
    return opened
  }
  const css = readFileSync(join(import.meta.dirname, 'chooser.css'), 'utf8')
  app.get(stylePath, { schema }, (_request, reply) => reply.type('text/css').serializer(String).send(css))
  await app.register(async (scope) => chooserRoutes(scope, { provider, people, send, siteName: parts.siteName }))
  await app.register(async (scope) => mountProvider(scope, parts.publicUrl, provider))
}

// Loaded when first asked for: it would make every start a quarter of a second longer.
async function openStandIn(parts: StandInDeps, people: People, headers: Record<string, string>) {
  const { openProvider } = await import('./provider.ts')
  const { clientId, clientSecret } = standInAccount(parts)
  const redirectUris = parts.origins.map((origin) => origin + parts.callbackPath)
  const provider = openProvider({
    issuer: parts.publicUrl + mount,
    client: { clientId, clientSecret, redirectUris },
    people,
    secret: parts.secret,
    chooserAt: (uid) => `${chooser}/${uid}`,
    showError: (context, message) => {
      context.set({ ...headers, 'content-type': 'text/html; charset=utf-8' })
      context.body = endedPage(parts.siteName, message)
    },
  })
  provider.on('server_error', (_context, { name }) => parts.log.error({ name }, 'the stand-in for Google failed'))
  return provider
}

// A form's policy holds for where its answer redirects to as well: back to the site, at whichever of its origins.
function pageSender(origins: string[]) {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    'img-src data:',
    `form-action ${origins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const headers = {
    'content-security-policy': policy.join('; '),
    'permissions-policy': permissionsPolicy(),
    'cache-control': 'no-store',
  }
  const page = (reply: FastifyReply, html: string) =>
    reply.headers(headers).type('text/html; charset=utf-8').serializer(String).send(html)
  return { headers, page }
}

type Chooser = {
  provider: () => Promise<Provider>
  people: People
  send: ReturnType<typeof pageSender>
  siteName: string
}

function chooserRoutes(scope: App, { provider, people, send, siteName }: Chooser) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const ended = (reply: FastifyReply) =>
    send.page(reply.code(400), endedPage(siteName, 'It was open for too long, or the server was restarted.'))

  scope.get(`${chooser}/:uid`, { schema }, async (request, reply) => {
    const going = await isUnderWay(await provider(), request, reply)
    return going ? send.page(reply, chooserPage(siteName)) : ended(reply)
  })

  scope.post(`${chooser}/:uid`, { schema }, async (request, reply) => {
    if (!(await isUnderWay(await provider(), request, reply))) return ended(reply)
    const outcome = chosen(people, choice.catch({}).parse(request.body))
    if ('attempt' in outcome) return send.page(reply.code(400), chooserPage(siteName, outcome.attempt))
    const back = await (await provider()).interactionResult(request.raw, reply.raw, outcome.result)
    return reply.redirect(back, 303)
  })
}

function chosen(people: People, { cancel, account, name = '', email = '' }: z.infer<typeof choice>) {
  if (cancel) return { result: { error: 'access_denied', error_description: 'cancelled at the account chooser' } }
  const another = anotherAccount.safeParse({ name, email })
  const person = account ? people.find(account) : another.data && people.add(another.data)
  if (person) return { result: { select_account: {}, login: { accountId: person.sub } } }
  return { attempt: { name, email, errors: firstErrors(another.error) } }
}

function firstErrors(error: z.ZodError | undefined) {
  const errors: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}

async function isUnderWay(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    return Boolean(await provider.interactionDetails(request.raw, reply.raw))
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return false
    throw error
  }
}
