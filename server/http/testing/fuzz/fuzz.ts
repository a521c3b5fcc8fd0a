import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '#server/testing/app.ts'
import type { Operation } from '../operations.ts'
import { responseChecker } from '../responses.ts'
import { type Canaries, plantKnown } from './known.ts'
import { fillIn, headersOf, openSenders, replaceSignedOut, type Senders } from './people.ts'
import { type GeneratedRequest, generateRequests } from './requests.ts'

const concurrency = 20
const timeoutMs = 30_000
/** Operations that end a session, the sender's or another's. */
const endsSession = ['signOut', 'changePassword', 'resetPassword', 'eraseAccount', 'eraseAccountOf', 'endSessions']
/** What an answer contains only if an error leaks into it. */
const leaks =
  /\bat .{0,200}\.[jt]s:\d|node_modules|file:\/\/|\/(home|root|tmp|usr|work)\/|select .{1,500} from|insert into|update ".{1,60}" set|violates .{1,40} constraint|syntax error at|drizzle|\$argon2|TypeError|ECONN/i

/** An answer and the request that it belongs to, number `number` of the run; `ms` is the time until the answer. */
export type Answered = {
  number: number
  request: GeneratedRequest
  url: string
  body: string | undefined
  status: number
  ms: number
}
/** `fault` says what is wrong with an answer. */
export type Failure = Answered & { fault: string }
export type FuzzReport = { seed: number; answered: Answered[]; failures: Failure[] }

/** Sends `count` generated requests to an app that listens, and checks each answer: no server error, in time, as the
 *  API description says, refused without a valid proof, and without internals or data of another patient. */
export async function fuzz(server: TestApp, { seed, count }: { seed: number; count: number }): Promise<FuzzReport> {
  const description = (await server.app.inject('/openapi.json')).json()
  const { known, canaries } = await plantKnown(server)
  const requests = generateRequests(description, known, { seed, count })
  const check = answerChecker(responseChecker(description), canaries)
  const report: FuzzReport = { seed, answered: [], failures: [] }
  const stayers = await openSenders(server, 4)
  // Those with an upcoming appointment can't erase their account.
  const leavers = await openSenders(server, 0)
  for (let from = 0; from < count; from += concurrency) {
    const batch = requests.slice(from, from + concurrency).map(async (request, at) => {
      const senders = endsSession.includes(request.operation.operationId) ? leavers : stayers
      const { answer, ...answered } = await send(server, senders, request, from + at)
      report.answered.push(answered)
      const fault = check(answered, answer)
      if (fault) report.failures.push({ ...answered, fault })
    })
    await Promise.all(batch)
    for (const senders of [stayers, leavers]) await replaceSignedOut(server, senders)
  }
  return report
}

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

async function send(server: TestApp, senders: Senders, request: GeneratedRequest, number: number) {
  const sender = senders[request.role]
  const { app, origin } = server
  const url = fillIn(request.url, server, sender, number)
  const body = request.body === undefined ? undefined : fillIn(request.body, server, sender, number)
  const startedAt = performance.now()
  const late = new AbortController()
  const timeout = sleep(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined)
  const answer: Answer | undefined = await Promise.race([
    timeout,
    app.inject({
      method: request.operation.method as 'GET',
      url,
      // Limits that count an address are for real floods.
      remoteAddress: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      headers: {
        origin,
        ...headersOf(sender, request.credential, request.proof),
        ...(body !== undefined && { 'content-type': request.type }),
      },
      ...(body !== undefined && { payload: body }),
    }),
  ])
  late.abort()
  return { number, request, url, body, status: answer?.statusCode ?? 0, ms: performance.now() - startedAt, answer }
}

function answerChecker(fault: ReturnType<typeof responseChecker>, { secrets, personal }: Canaries) {
  // Whoever typed the address of another person finds it in their own trail and export.
  const typed = new Set<string>()
  return ({ request, url, body }: Answered, answer: Answer | undefined): string | undefined => {
    if (!answer) return `no answer within ${timeoutMs / 1_000} s`
    const { operation, role, credential } = request
    const { statusCode: status } = answer
    // A busy database makes the server unready, and it says so.
    if (status >= 500 && !(operation.path === '/readyz' && status === 503)) return `a server error: ${answer.body}`
    if (![401, 414].includes(status) && needsOtherProof(request)) return 'an answer without a valid proof'
    const sent = `${decodeURIComponent(url)} ${body}`
    const all = `${JSON.stringify(answer.headers)} ${answer.body}`
    for (const each of personal) if (sent.includes(each)) typed.add(`${role} ${each}`)
    const hidden = role === 'admin' && credential === 'valid' ? secrets : [...secrets, ...personal]
    const seen = hidden.find((each) => all.includes(each) && !sent.includes(each) && !typed.has(`${role} ${each}`))
    if (seen) return `what nobody else may see: ${seen}`
    const [leak] = leaks.exec(all) ?? []
    if (leak && !sent.includes(leak)) return `internals: ${leak}`
    return fault(operation, answer)
  }
}

/** Tells whether a request lacks a valid proof that its operation accepts. */
function needsOtherProof({ operation, role, credential, proof }: GeneratedRequest): boolean {
  const accepted = proofsOf(operation)
  if (accepted.length === 0) return false
  // The statement that books notices an ended session, after the fields are checked.
  if (credential === 'expired' && operation.operationId === 'book') return false
  if (role === 'nobody' || credential !== 'valid') return true
  return proof !== 'both' && !accepted.includes(proof)
}

function proofsOf({ security }: Operation): GeneratedRequest['proof'][] {
  return security.flatMap((each): GeneratedRequest['proof'][] => [
    ...('bearer' in each ? (['token'] as const) : []),
    ...('session' in each ? (['cookie'] as const) : []),
  ])
}
