import { useContext, useRef, useState } from 'react'
import { SessionEnd } from '#web/session/session-end.ts'
import { useToast } from '../message/use-toast.ts'
import { type ChangeState, type ChangeSteps, runChange } from './run-change.ts'

/** Changes something from a page, or asks the server something on a press: the one way to do so (docs/pages.md). `run`
 *  calls `send`, whose promise is rejected when the change is refused, and resolves to whether the change was made.
 *  While one is on its way, `isBusy`, it does nothing. `problem` says why the last one failed; `reset` forgets it. */
export function useChange<Args extends unknown[], Answer>(
  send: (...args: Args) => Promise<Answer>,
  steps: ChangeSteps<Args, Answer> = {},
) {
  const toast = useToast()
  const endSession = useContext(SessionEnd)
  const [state, show] = useState<ChangeState<Args, Answer>>({})
  const isRunning = useRef(false)

  async function run(...args: Args): Promise<boolean> {
    // Two presses can come before the button is shown as busy.
    if (isRunning.current) return false
    isRunning.current = true
    try {
      return await runChange(send, args, steps, { show, toast, endSession })
    } finally {
      isRunning.current = false
    }
  }

  function reset() {
    isRunning.current = false
    show({})
  }

  const { sent, problem, error, answer, isDone = false } = state
  return { isBusy: sent !== undefined, sent, problem, error, answer, isDone, run, reset }
}
