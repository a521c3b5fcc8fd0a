import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import type { App } from '#server/http/app-type.ts'
import { otherAccount, type Users } from '../user.ts'
import { chooserPage, chooserPath, endedPage, stylePath } from './chooser.ts'

type Deps = {
  getProvider: () => Promise<Provider>
  users: Users
  headers: Record<string, string>
  siteName: string
}

const schema = { hide: true }
const choice = z.object({ account: z.string(), cancel: z.string(), name: z.string(), email: z.string() }).partial()

/** Serves the account chooser of a sign-in. */
export function chooserRoutes(scope: App, { getProvider, users, headers, siteName }: Deps) {
  const css = readFileSync(join(import.meta.dirname, 'chooser.css'), 'utf8')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.headers(headers).type('text/html; charset=utf-8').serializer(String).send(html)
  const sendEnded = (reply: FastifyReply) =>
    sendPage(reply.code(400), endedPage(siteName, 'It was open for too long, or it began in another browser.'))

  scope.get(stylePath, { schema }, (_request, reply) => reply.type('text/css').serializer(String).send(css))

  scope.get(`${chooserPath}/:uid`, { schema }, async (request, reply) => {
    const isOpen = await isUnderWay(await getProvider(), request, reply)
    return isOpen ? sendPage(reply, chooserPage(siteName)) : sendEnded(reply)
  })

  scope.post(`${chooserPath}/:uid`, { schema }, async (request, reply) => {
    const provider = await getProvider()
    if (!(await isUnderWay(provider, request, reply))) return sendEnded(reply)
    const outcome = await choose(users, choice.catch({}).parse(request.body))
    if ('attempt' in outcome) return sendPage(reply.code(400), chooserPage(siteName, outcome.attempt))
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, outcome.result), 303)
  })
}

async function choose(users: Users, { cancel, account, name = '', email = '' }: z.infer<typeof choice>) {
  if (cancel) return { result: { error: 'access_denied', error_description: 'cancelled at the account chooser' } }
  const other = otherAccount.safeParse({ name, email })
  const user = account ? await users.find(account) : other.data && (await users.add(other.data))
  if (user) return { result: { select_account: {}, login: { accountId: user.sub } } }
  return { attempt: { name, email, errors: firstErrors(other.error) } }
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
