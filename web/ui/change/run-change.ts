import { isCanceled, isSignedOut, refusalOf, UnansweredError, UnreadableError } from '#web/api/http/errors.ts'
import type { ShowToast } from '../message/use-toast.ts'

/** What happens around a change. */
export interface ChangeSteps<Args extends unknown[], Answer> {
  /** What a toast says once the change is made. */
  done?: string | ((answer: Answer, ...args: Args) => string | undefined)
  /** What did not happen, such as 'Ada is still an admin.', in front of the reason. It is left out if nobody knows. */
  failed?: string
  /** Says a failure in a toast, where the pressed button may be gone. */
  failsInToast?: boolean
  /** Refetches what the change concerns. After a failure too: the page was out of date, or the change was made and only
   *  its answer was lost. The change is busy until then. */
  refresh?: () => unknown
  /** Called once the change is made, before `refresh`: takes over what the answer says. */
  onDone?: (answer: Answer, ...args: Args) => unknown
  /** Called after a failure, before `refresh`. */
  onFailed?: (error: unknown, problem: string, ...args: Args) => unknown
  /** Called at the end, made or not: moves the focus to what has taken the place of the pressed button. */
  onEnd?: (isMade: boolean) => unknown
}

/** `sent`: the arguments of the change that is on its way. `answer`: that to the last one, if it was made. */
export type ChangeState<Args, Answer> = {
  sent?: Args
  problem?: string
  error?: unknown
  isDone?: boolean
  answer?: Answer
}

/** Ends the session of a page; undefined where the page needs none. */
export type EndSession = ((refusal: unknown) => Promise<void>) | undefined

interface Surroundings<Args, Answer> {
  show: (state: ChangeState<Args, Answer>) => void
  toast: ShowToast
  endSession: EndSession
}

/** Sends a change, and takes the steps around it. One that its person has canceled has no problem. Resolves to whether
 *  the change was made; never fails. */
export async function runChange<Args extends unknown[], Answer>(
  send: (...args: Args) => Promise<Answer>,
  args: Args,
  steps: ChangeSteps<Args, Answer>,
  { show, toast, endSession }: Surroundings<Args, Answer>,
): Promise<boolean> {
  show({ sent: args })
  const outcome = await send(...args).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  if ('answer' in outcome) {
    const { done } = steps
    const said = typeof done === 'function' ? done(outcome.answer, ...args) : done
    if (said) toast('success', said)
    await steps.onDone?.(outcome.answer, ...args)
    await refetch(steps)
    show({ isDone: true, answer: outcome.answer })
    steps.onEnd?.(true)
    return true
  }
  const { error } = outcome
  if (isCanceled(error)) {
    show({})
    return false
  }
  const hasEnded = await endWith(error, endSession)
  const problem = problemOf(error, steps.failed)
  if (steps.failsInToast && !hasEnded) toast('error', problem)
  await steps.onFailed?.(error, problem, ...args)
  // Without a session every request would be refused.
  if (!hasEnded) await refetch(steps)
  show(steps.failsInToast ? { error } : { error, problem })
  if (!hasEnded) steps.onEnd?.(false)
  return false
}

/** Ends the session if a refusal says that it is over. Returns whether it does. */
export async function endWith(error: unknown, endSession: EndSession): Promise<boolean> {
  if (!endSession || !isSignedOut(error)) return false
  await endSession(error)
  return true
}

async function refetch({ refresh }: { refresh?: () => unknown }): Promise<void> {
  // A list that can't be refetched says so itself.
  await Promise.resolve(refresh?.()).catch(() => undefined)
}

/** Says in a sentence why a change failed, after what did not happen. */
function problemOf(error: unknown, failed: string | undefined): string {
  return [!mayBeMade(error) && failed, refusalOf(error)].filter(Boolean).join(' ')
}

/** Tells whether a change that failed may have been made all the same. */
const mayBeMade = (error: unknown) => error instanceof UnansweredError || error instanceof UnreadableError
