import { type IncomingMessage, METHODS } from 'node:http'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { requestIdHeader } from '#contract/kit/problem.ts'
import type { Config } from '#server/config/config.ts'
import { trustsPeer } from '#server/config/trust-proxy.ts'
import type { App } from '../app-type.ts'
import { closeWithLastRequest } from '../closing.ts'
import { isHealthCall } from '../health.ts'
import { limitConnections } from '../limits/connections.ts'
import {
  atOnceWait,
  limitRequests,
  type OnLimited,
  openRequestLimits,
  tooManyAtOnce,
} from '../limits/request-limits.ts'
import { requestIdField } from '../log/log.ts'
import { requestIdOf } from '../log/request-id.ts'
import { answerErrorsWithProblems, ProblemError, sendBusy, sendProblem } from '../problem.ts'
import { sameOriginOnly } from '../same-origin.ts'
import { securityHeaders } from '../security.ts'
import { redirectToCanonicalPaths } from './canonical.ts'
import { refuseHost, toOriginForm } from './host.ts'
import { rawErrorHandler, refuseExpectation, sendRaw } from './raw-error.ts'

type Settings = Pick<Config, 'publicUrl' | 'origins' | 'trustProxy' | 'rateLimit' | 'logLevel' | 'demo'>

type Options = {
  /** Instruments the app before its hooks and routes are added. */
  instrument?: ((app: App) => Promise<void>) | undefined
  /** Mean delay of the event loop, above which requests are refused. */
  maxEventLoopDelayMs?: number
  /** Time in which the headers of a request, and all of it, have to arrive, in ms. */
  arrivalMs?: { headers: number; whole: number }
  onLimited?: OnLimited
}

/** Opens an app without routes that applies security headers, problem responses, rate limits, the same-origin rule and
 *  redirects to canonical paths to every request. */
export async function openEdge(config: Settings, log: FastifyBaseLogger, options: Options = {}): Promise<App> {
  const { answer: headers } = securityHeaders({ https: config.publicUrl.startsWith('https:') })
  const isTrustedProxy = trustsPeer(config.trustProxy)
  const { onLimited = () => undefined, instrument, maxEventLoopDelayMs = 3_000 } = options
  const limits = config.rateLimit ? openRequestLimits({ demo: config.demo, onLimited }) : undefined
  // A request that is not parsed does not tell which client of a proxy it comes from.
  const refuse = (address: string) => (isTrustedProxy(address) ? undefined : limits?.count(address).refusal)
  const app: App = Fastify({
    ...optionsOf(config, log, options),
    genReqId: (request) => requestIdOf(request, isTrustedProxy),
    clientErrorHandler: rawErrorHandler(headers, refuse),
    frameworkErrors: ({ statusCode = 400 }, { id, ip }, reply) => {
      reply.headers({ ...headers, [requestIdHeader]: id })
      const counted = limits?.count(ip)
      if (counted?.refusal) return sendProblem(reply.headers(counted.headers), 429, counted.refusal.message)
      sendProblem(reply, statusCode, statusCode === 414 ? 'The address is too long.' : 'The address is not valid.')
    },
  }).withTypeProvider<ZodTypeProvider>()
  await instrument?.(app)
  app.server.on('checkExpectation', refuseExpectation(headers))
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrorsWithProblems(app)
  acceptEmptyJson(app)
  if (config.logLevel === 'debug' || config.logLevel === 'trace') app.addHook('onResponse', logResponse)
  app.addHook('onRequest', (request, reply, done) => {
    // The client has closed the connection. It has no address any more, by which the limits could count it.
    if (request.raw.socket.remoteAddress === undefined) return void reply.hijack()
    reply.headers(headers).header(requestIdHeader, request.id)
    done()
  })
  closeWithLastRequest(app)
  if (limits) {
    limitRequests(app, limits)
    const refusal = { status: 429, detail: tooManyAtOnce().message }
    const raw = { ...headers, 'retry-after': String(atOnceWait) }
    limitConnections(app.server, { limits, isTrustedProxy, refuse: (socket) => sendRaw(socket, raw, refusal) })
    await app.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs, pressureHandler: refuseWhenBusy })
  }
  app.addHook('onRequest', ({ raw, originalUrl }, _reply, done) => {
    const refusal = refuseHost(raw, originalUrl)
    done(refusal === undefined ? undefined : new ProblemError(400, refusal))
  })
  app.addHook('onRequest', sameOriginOnly(config.origins))
  redirectToCanonicalPaths(app)
  return app
}

/** Reads an empty body as none. Clients name a type for every request, and a PUT or DELETE may have no body. */
function acceptEmptyJson(app: App) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else parseJson(request, body, done)
  })
}

function optionsOf(
  config: Settings,
  log: FastifyBaseLogger,
  { arrivalMs = { headers: 15_000, whole: 30_000 } }: Options,
) {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: requestIdField }),
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: arrivalMs.whole,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => toOriginForm(url),
    // An email of 254 characters, all percent-encoded.
    routerOptions: { maxParamLength: 3 * 254 },
    http: {
      // Node's own response to a missing Host has no problem body and no security headers.
      requireHostHeader: false,
      headersTimeout: arrivalMs.headers,
      connectionsCheckingInterval: Math.min(5_000, arrivalMs.headers),
    },
  } as const
}

// The plugin sends its Retry-After only with an answer of its own. Health checks still get a response, because a busy
// process is alive.
function refuseWhenBusy(request: FastifyRequest, reply: FastifyReply, _type: string, delay?: number) {
  // Infinity: nothing was measured in the last second, because a single piece of work took it, as at a start.
  if (isHealthCall(request) || delay === Infinity) return
  sendBusy(reply)
}

// Logs the route instead of the URL, because URLs contain emails and tokens.
function logResponse(
  { method, routeOptions, log }: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
  done: () => void,
) {
  log.debug({ method, route: routeOptions.url ?? 'none', status: statusCode, ms: elapsedTime }, 'response sent')
  done()
}
