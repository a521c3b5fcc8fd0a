import pLimit from 'p-limit'
import { z } from 'zod'
import type { openLimits } from '#server/database/attempts.ts'
import { openAddressLimits } from '../guessing/address-limits.ts'
import { queueFull, tooManyAttempts } from '../guessing/too-many.ts'

type Run = () => Promise<Response>
type Options = { enabled: boolean; demo: boolean; maxConcurrent?: number }

/** Wrong current passwords of one account: ten, then one every three minutes. */
const wrongCurrent = { attempts: 10, refillSeconds: 3 * 60 }

/** Runs the calls that check or set a password, within their limits. Beyond `maxConcurrent` calls, about ten seconds of
 *  hashing, it refuses further ones.
 *  @throws ProblemError 503 */
export function openPasswordCalls(limits: ReturnType<typeof openLimits>, { maxConcurrent = 500, ...options }: Options) {
  const running = pLimit(maxConcurrent)
  const addressLimits = openAddressLimits(limits, options)
  const bounded = async (run: Run) => {
    if (running.activeCount >= maxConcurrent) throw queueFull()
    return running(run)
  }

  return {
    signIn: (ip: string, run: Run) => bounded(() => addressLimits.signIn(ip, run)),
    signUp: (ip: string, run: Run) => bounded(() => addressLimits.signUp(ip, run)),
    reset: bounded,
    /** Counts wrong current passwords of the user, whichever session and address they come from. */
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

/** Tells whether Better Auth refused the current password. */
export async function isWrongPassword(response: Response): Promise<boolean> {
  return response.status === 400 && wrongPassword.safeParse(await response.clone().json()).success
}
