import pLimit from 'p-limit'
import { z } from 'zod'
import type { openLimits } from '#server/database/attempts.ts'
import { openAddressLimits } from '../guessing/address-limits.ts'
import { queueFull, tooManyAttempts } from '../guessing/too-many.ts'

type Run = () => Promise<Response>
type Options = { enabled: boolean; demo: boolean; mostUnderWay?: number }

/** Wrong current passwords at one account: ten at once, then one each three minutes. */
const wrongCurrent = { attempts: 10, refillSeconds: 3 * 60 }

/** Runs the calls that check or choose a password, within their limits. Each waits for its turn to hash; past `mostUnderWay`, some ten
 *  seconds of work, further calls are refused with 503.
 *  @throws ProblemError 503 */
export function openPasswordCalls(limits: ReturnType<typeof openLimits>, { mostUnderWay = 500, ...options }: Options) {
  const underWay = pLimit(mostUnderWay)
  const byAddress = openAddressLimits(limits, options)
  const bounded = async (run: Run) => {
    if (underWay.activeCount >= mostUnderWay) throw queueFull()
    return underWay(run)
  }

  return {
    signIn: (address: string, run: Run) => bounded(() => byAddress.signIn(address, run)),
    signUp: (address: string, run: Run) => bounded(() => byAddress.signUp(address, run)),
    reset: bounded,
    /** Counts wrong current passwords of the account `userId`, from all its sessions and addresses. */
    change: (userId: string, run: Run) =>
      bounded(async () => {
        if (!options.enabled) return run()
        const wait = await limits.take('current password', userId, wrongCurrent)
        if (wait !== undefined) return tooManyAttempts(wait)
        let isWrong = false
        try {
          const response = await run()
          isWrong = await isWrongPassword(response)
          return response
        } finally {
          if (!isWrong) await limits.giveBack('current password', userId, wrongCurrent)
        }
      }),
  }
}
export type PasswordCalls = ReturnType<typeof openPasswordCalls>

const wrongPassword = z.object({ code: z.literal('INVALID_PASSWORD') })

/** Whether Better Auth refused the current password. */
export async function isWrongPassword(response: Response): Promise<boolean> {
  return response.status === 400 && wrongPassword.safeParse(await response.clone().json()).success
}
