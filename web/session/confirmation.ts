import { useSyncExternalStore } from 'react'
import { problemCodes } from '#contract/access/problem-codes.ts'
import { ApiError } from '#web/api/http/errors.ts'

type Question = { answer: () => void; cancel: () => void }

const listeners = new Set<() => void>()
let question: Question | undefined

/** Runs a request. If the server wants to know first that it is still the same person, asks them and runs it again.
 *  @throws the errors of `run`; the server's refusal if the person does not answer */
export async function confirmed<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== problemCodes.confirmationNeeded) throw error
    await new Promise<void>((resolve, reject) => ask({ answer: resolve, cancel: () => reject(error) }))
    return run()
  }
}

/** Returns the open question as React state. */
export function useQuestion(): Question | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    () => undefined,
  )
}

function ask({ answer, cancel }: Question) {
  question?.cancel()
  const close = (settle: () => void) => () => {
    set(undefined)
    settle()
  }
  set({ answer: close(answer), cancel: close(cancel) })
}

function set(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}
