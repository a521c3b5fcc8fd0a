import type { FastifyBaseLogger, FastifyError, FastifyReply } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { permissionsPolicy } from '#server/http/security.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { mount } from '../account.ts'
import { answerFor } from '../errors.ts'
import { eventRecorder } from '../event/event.ts'
import { underFaults } from '../fault/fault.ts'
import { respond } from '../fault/respond.ts'
import { formOf, parseForm } from '../form.ts'
import { newId } from '../ids.ts'
import { publicIntentObject } from '../ledger/objects.ts'
import { cardFrame, challengeFrame } from './frames.ts'
import { openMethods } from './methods.ts'
import { publicCalls } from './public-calls.ts'
import { plainScript, styleSheet } from './script.ts'

type Parts = { db: Db; jobs: Jobs; log: FastifyBaseLogger; site: string; onChange: () => void }

const schema = { hide: true }
// A frame in a sandbox has an origin of its own, as Stripe's frames have.
const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms',
].join('; ')

const forAnyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** What a page loads of the sandbox: the script that takes the place of Stripe.js, the card field and the bank's page in frames of
 *  their own, and the calls of these. */
export async function siteRoutes(app: App, parts: Parts) {
  const shared = ['call', 'port']
  const scripts: Record<string, string> = {
    stripe: plainScript(
      ...shared,
      'stripe/card-element',
      'stripe/elements',
      'stripe/challenge-dialog',
      'stripe/stripe',
    ),
    card: plainScript(...shared, 'card/rules', 'card/style', 'card/card'),
    challenge: plainScript(...shared, 'challenge/challenge'),
  }
  for (const [name, code] of Object.entries(scripts)) {
    app.get(`${mount}/${name}.js`, { schema }, (_request, reply) => sendFile(reply, 'text/javascript', code))
  }
  for (const name of ['card', 'challenge']) {
    const css = styleSheet(`${name}/${name}`)
    app.get(`${mount}/${name}.css`, { schema }, (_request, reply) => sendFile(reply, 'text/css', css))
  }
  app.get(`${mount}/card`, { schema }, (_request, reply) => sendFrame(reply, cardFrame))
  app.get(`${mount}/challenge`, { schema }, (_request, reply) => sendFrame(reply, challengeFrame))
  await app.register(async (scope: App) => callRoutes(scope, parts))
}

function callRoutes(scope: App, { db, jobs, log, site, onChange }: Parts) {
  const methods = openMethods()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  )
  scope.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { status, body } = answerFor(error, log)
    return reply.code(status).send(body)
  })
  scope.addHook('onSend', async (_request, reply) => {
    reply.headers(forAnyOrigin)
  })
  for (const { method, path, run } of publicCalls) {
    scope.route<{ Params: { id?: string } }>({
      method,
      url: `${mount}/v1${path}`,
      schema,
      // No cookie counts here, but the client secret.
      config: { anyOrigin: true },
      handler: async (request, reply) => {
        const id = newId('req_', 14)
        reply.headers({ 'request-id': id, 'cache-control': 'no-store' })
        const call = {
          record: eventRecorder(jobs, { id, idempotency_key: null }),
          site,
          view: (intent: Parameters<typeof publicIntentObject>[0]) => publicIntentObject(intent, site),
        }
        const given = method === 'GET' ? parseForm(request.url.split('?')[1] ?? '') : formOf(request.body)
        const work = (tx: Db) => run({ db: tx, id: request.params.id ?? '', given, call, methods })
        const perform = async (slowness: () => Promise<void>) => {
          await slowness()
          return method === 'GET' ? work(db) : db.transaction(work).finally(onChange)
        }
        const answer = await underFaults(db, pathOf(request.url), (slowness) =>
          perform(slowness).catch((error) => answerFor(error, log)),
        )
        return respond(reply, answer)
      },
    })
  }
}

function pathOf(url: string) {
  return url.split('?')[0]?.slice(mount.length) ?? ''
}

function sendFile(reply: FastifyReply, type: string, content: string) {
  const headers = { ...forAnyOrigin, 'cache-control': 'no-cache' }
  return reply.headers(headers).type(`${type}; charset=utf-8`).serializer(String).send(content)
}

function sendFrame(reply: FastifyReply, html: string) {
  const headers = {
    'content-security-policy': framePolicy,
    'permissions-policy': permissionsPolicy(),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  }
  return reply.headers(headers).type('text/html; charset=utf-8').serializer(String).send(html)
}
