import { METHODS } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { requestIdHeader } from '#contract/kit/problem.ts'
import { waitInWords } from '#contract/kit/time/wait.ts'
import type { Config } from '#server/config/config.ts'
import { trustsPeer } from '#server/start/trust-proxy.ts'
import type { App } from '../app-type.ts'
import { closeWithLastRequest } from '../closing.ts'
import { isHealthCall } from '../health.ts'
import { requestIdField } from '../log/log.ts'
import { requestIdOf } from '../log/request-id.ts'
import { answerErrorsWithProblems, ProblemError, sendBusy, sendProblem } from '../problem.ts'
import { sameOriginOnly } from '../same-origin.ts'
import { securityHeaders } from '../security.ts'
import { redirectToCanonicalPaths } from './canonical.ts'
import { RateStore } from './rate-store.ts'
import { rawErrorHandler, refuseExpectation } from './raw-error.ts'

type Settings = Pick<Config, 'publicUrl' | 'origins' | 'trustProxy' | 'rateLimit' | 'logLevel' | 'demo'>

type Options = {
  /** Instruments the app before its hooks and routes are added. */
  instrument?: ((app: App) => Promise<void>) | undefined
  /** Mean delay of the event loop, above which requests are refused. */
  maxEventLoopDelayMs?: number
}

/** Opens an app without routes that applies security headers, problem responses, rate limits, the same-origin rule and redirects to canonical
 *  paths to every request. */
export async function openEdge(
  config: Settings,
  log: FastifyBaseLogger,
  { instrument, maxEventLoopDelayMs = 3_000 }: Options = {},
): Promise<App> {
  const { answer: headers } = securityHeaders({ https: config.publicUrl.startsWith('https:') })
  const isTrustedProxy = trustsPeer(config.trustProxy)
  const app: App = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: requestIdField }),
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    genReqId: (request) => requestIdOf(request, isTrustedProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An email of 254 characters, all percent-encoded.
    routerOptions: { maxParamLength: 3 * 254 },
    // Node's own response to a missing Host has no problem body and no security headers.
    http: { requireHostHeader: false },
    clientErrorHandler: rawErrorHandler(headers),
    frameworkErrors: ({ statusCode = 400 }, { id }, reply) => {
      reply.headers({ ...headers, [requestIdHeader]: id })
      sendProblem(reply, statusCode, statusCode === 414 ? 'The address is too long.' : 'The address is not valid.')
    },
  }).withTypeProvider<ZodTypeProvider>()
  await instrument?.(app)
  app.server.on('checkExpectation', refuseExpectation(headers))
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrorsWithProblems(app)
  if (config.logLevel === 'debug' || config.logLevel === 'trace') app.addHook('onResponse', logResponse)
  app.addHook('onRequest', (request, reply, done) => {
    // The client has closed the connection. It has no address any more, by which the rate limit could count it.
    if (request.raw.socket.remoteAddress === undefined) return void reply.hijack()
    reply.headers(headers).header(requestIdHeader, request.id)
    done(hasHost(request) ? undefined : new ProblemError(400, 'The request names no host.'))
  })
  closeWithLastRequest(app)
  if (config.rateLimit) await limitRates(app, config.demo, maxEventLoopDelayMs)
  app.addHook('onRequest', sameOriginOnly(config.origins))
  redirectToCanonicalPaths(app)
  return app
}

async function limitRates(app: App, demo: boolean, maxEventLoopDelay: number) {
  await app.register(underPressure, { maxEventLoopDelay, pressureHandler: refuseWhenBusy })
  await app.register(rateLimit, {
    // Classes and test runs use a demo from one address.
    max: demo ? 6_000 : 600,
    timeWindow: '1 minute',
    store: RateStore,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
    allowList: (request) => request.url.startsWith('/assets/'),
  })
}

// HTTP/1.0 has no Host header (RFC 9112, 3.2).
function hasHost({ headers, raw }: FastifyRequest) {
  return headers.host !== undefined || raw.httpVersion === '1.0'
}

// The plugin sends its Retry-After only with an answer of its own. Health checks still get a response, because a busy process is alive.
function refuseWhenBusy(request: FastifyRequest, reply: FastifyReply) {
  if (isHealthCall(request)) return
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

function tooMany(waitMs: number) {
  const wait = waitInWords(waitMs / 1000)
  return new ProblemError(429, `Too many requests from your network. Please try again in ${wait}.`)
}
