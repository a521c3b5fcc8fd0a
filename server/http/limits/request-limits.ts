import type { FastifyReply, FastifyRequest } from 'fastify'
import { waitInWords } from '#contract/kit/time/wait.ts'
import type { App } from '../app-type.ts'
import { ProblemError } from '../problem.ts'
import { clientNetwork } from './client-network.ts'
import { openRateCounter } from './rate-counter.ts'

/** Requests of one client network in a minute, by kind. Photos: far more than lists of doctors need, far less than the
 *  database can serve. */
const perMinute = { call: 600, photo: 3_000, webhook: 6_000, static: 12_000 }
type Kind = keyof typeof perMinute

// Classes and test runs use a demo from one address.
const demoFactor = 10

/** Requests and connections of one client network at the same time. Two hundred people behind one address sign up and
 *  log in. */
export const maxAtOnce = 500

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Kind of request that the limit per client network counts; `call` by default. `none`: not counted, for health
     *  checks. */
    limit?: Kind | 'none'
  }
}

/** Reports that a client network reached a limit. */
export type OnLimited = (network: string, kind: 'rate' | 'at-once' | 'connections') => void

export type RequestLimits = ReturnType<typeof openRequestLimits>

/** Limits what one client network requests. */
export function openRequestLimits({ demo, onLimited }: { demo: boolean; onLimited: OnLimited }) {
  const counters = {
    call: openRateCounter(),
    photo: openRateCounter(),
    webhook: openRateCounter(),
    static: openRateCounter(),
  }
  const running = new Map<string, number>()

  return {
    /** Counts a request. Returns its budget, and `refusal` if it is beyond that. */
    count: (address: string, kind: Kind = 'call') => {
      const network = clientNetwork(address)
      const max = perMinute[kind] * (demo ? demoFactor : 1)
      const { count, waitMs } = counters[kind](network)
      const seconds = Math.ceil(waitMs / 1_000)
      const headers = {
        'x-ratelimit-limit': max,
        'x-ratelimit-remaining': Math.max(0, max - count),
        'x-ratelimit-reset': seconds,
      }
      if (count <= max) return { headers, refusal: undefined }
      onLimited(network, 'rate')
      return { headers: { ...headers, 'retry-after': seconds }, refusal: tooMany(seconds) }
    },
    /** Counts a request or a connection that begins. Returns a function to call when it has ended; undefined if too
     *  many are open. */
    begin: (address: string, kind: 'at-once' | 'connections'): (() => void) | undefined => {
      const network = clientNetwork(address)
      const key = `${kind} ${network}`
      const count = running.get(key) ?? 0
      if (count >= maxAtOnce) {
        onLimited(network, kind)
        return undefined
      }
      running.set(key, count + 1)
      return () => {
        const left = (running.get(key) ?? 1) - 1
        if (left > 0) running.set(key, left)
        else running.delete(key)
      }
    },
  }
}

/** Makes `app` take the limits of a request before it does anything else for it, whatever the answer will be. */
export function limitRequests(app: App, limits: RequestLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request)
    if (kind === 'none') return done()
    const { headers, refusal } = limits.count(request.ip, kind)
    reply.headers(headers)
    done(refusal ?? beginRequest(limits, request, reply))
  })
}

function beginRequest(limits: RequestLimits, { ip }: FastifyRequest, reply: FastifyReply): ProblemError | undefined {
  const end = limits.begin(ip, 'at-once')
  if (!end) {
    reply.header('retry-after', atOnceWait)
    return tooManyAtOnce()
  }
  let isOver = false
  const endOnce = () => {
    if (!isOver) end()
    isOver = true
  }
  // A request that is broken off closes without having finished.
  reply.raw.once('finish', endOnce).once('close', endOnce)
  return undefined
}

// The routes of files that are registered together have no settings of their own.
function kindOf({ is404, url, routeOptions }: FastifyRequest): Kind | 'none' {
  const isFile = !is404 && /^\/(assets|brand)\//.test(url)
  return routeOptions.config.limit ?? (isFile ? 'static' : 'call')
}

function tooMany(seconds: number) {
  const wait = waitInWords(seconds)
  return new ProblemError(429, `Too many requests from your network. Please try again in ${wait}.`)
}

/** Seconds after which a client with too many open requests should try again. */
export const atOnceWait = 5

/** Returns the problem of a client network with too many open requests. */
export function tooManyAtOnce(): ProblemError {
  return new ProblemError(
    429,
    `Too many requests at once from your network. Please try again in ${waitInWords(atOnceWait)}.`,
  )
}
