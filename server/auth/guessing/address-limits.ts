import type { openLimits, Size } from '#server/database/attempts.ts'
import { clientNetwork } from '#server/http/limits/client-network.ts'
import { openQueues } from '#server/http/limits/queues.ts'
import { queueFull, tooManyAttempts } from './too-many.ts'

type Run = () => Promise<Response>
/** A limit on calls from one network. `counts` tells by the response whether the attempt is used up. */
type Rule = { kind: string; size: Size; counts: (response: Response) => boolean }

const minute = 60
// Fewer than any limit below, so that attempts of successful calls are returned before the next calls need them.
const concurrency = 5

/** Limits failed sign-ins and sign-ups by client network, for all instances together. The calls of a network wait in a
 *  queue of its own, so that a burst of valid calls does not reach the limit and other networks do not wait.
 *  @throws ProblemError 503 when the queue of the network is full */
export function openAddressLimits(
  limits: ReturnType<typeof openLimits>,
  { enabled, demo }: { enabled: boolean; demo: boolean },
) {
  const enqueue = openQueues({ atOnce: concurrency, maxWaiting: demo ? 450 : 100, full: queueFull })
  const signIn: Rule[] = [
    { kind: 'failed sign-in', size: { attempts: 10, refillSeconds: 6 }, counts: ({ status }) => status === 401 },
  ]
  const signUp: Rule[] = [
    {
      kind: 'sign-up',
      size: demo ? { attempts: 1_000, refillSeconds: 1 } : { attempts: 20, refillSeconds: minute },
      counts: ({ ok }) => ok,
    },
    // A 422 reveals that the email has an account.
    { kind: 'taken address', size: { attempts: 10, refillSeconds: minute }, counts: ({ status }) => status === 422 },
  ]

  const limited =
    (rules: Rule[]) =>
    async (ip: string, run: Run): Promise<Response> => {
      if (!enabled) return run()
      const network = clientNetwork(ip)
      const giveBack = (returned: Rule[]) =>
        Promise.all(returned.map(({ kind, size }) => limits.giveBack(kind, network, size)))
      return enqueue(network, async () => {
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
