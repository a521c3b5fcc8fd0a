import pLimit, { type LimitFunction } from 'p-limit'
import type { openLimits, Size } from '#server/database/attempts.ts'
import { clientNetwork } from './client-network.ts'
import { queueFull, tooManyAttempts } from './too-many.ts'

type Run = () => Promise<Response>
/** A limit on what a client address may do. `counts` tells by the response whether an attempt is used up. */
type Rule = { kind: string; size: Size; counts: (response: Response) => boolean }

const minute = 60
// Fewer than any limit below: attempts that succeed are given back before the next ones need them.
const atOnce = 5

/** Limits on sign-ins and sign-ups by client address, for all instances together. Failures count, and sign-ups.
 *  Calls of one address take turns: a burst of honest ones is not refused for what is still under way, and others do not wait behind it.
 *  @throws ProblemError 503 when too many calls of one address wait */
export function openAddressLimits(
  limits: ReturnType<typeof openLimits>,
  { enabled, demo }: { enabled: boolean; demo: boolean },
) {
  const turnsOf = turnsByKey(demo ? 450 : 100)
  const signIn: Rule[] = [
    { kind: 'failed sign-in', size: { attempts: 10, refillSeconds: 6 }, counts: ({ status }) => status === 401 },
  ]
  const signUp: Rule[] = [
    {
      kind: 'sign-up',
      size: demo ? { attempts: 1_000, refillSeconds: 1 } : { attempts: 20, refillSeconds: minute },
      counts: ({ ok }) => ok,
    },
    // The answer tells who has an account.
    { kind: 'taken address', size: { attempts: 10, refillSeconds: minute }, counts: ({ status }) => status === 422 },
  ]

  const limited =
    (rules: Rule[]) =>
    async (address: string, run: Run): Promise<Response> => {
      if (!enabled) return run()
      const network = clientNetwork(address)
      const giveBack = (given: Rule[]) =>
        Promise.all(given.map(({ kind, size }) => limits.giveBack(kind, network, size)))
      return turnsOf(network, async () => {
        const taken: Rule[] = []
        for (const rule of rules) {
          const wait = await limits.take(rule.kind, network, rule.size)
          if (wait !== undefined) {
            await giveBack(taken)
            return tooManyAttempts(wait)
          }
          taken.push(rule)
        }
        let response: Response | undefined
        try {
          response = await run()
          return response
        } finally {
          await giveBack(taken.filter(({ counts }) => !response || !counts(response)))
        }
      })
    }
  return { signIn: limited(signIn), signUp: limited(signUp) }
}

function turnsByKey(mostWaiting: number) {
  const queues = new Map<string, { inTurn: LimitFunction; users: number }>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { inTurn: pLimit(atOnce), users: 0 }
    if (queue.inTurn.pendingCount >= mostWaiting) throw queueFull()
    queues.set(key, queue)
    queue.users += 1
    try {
      return await queue.inTurn(work)
    } finally {
      queue.users -= 1
      if (queue.users === 0) queues.delete(key)
    }
  }
}
