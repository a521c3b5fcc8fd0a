import { useCallback, useContext } from 'react'
import { SessionEnd } from '#web/session/session-end.ts'
import { endWith } from './run-change.ts'

/** Returns a function that sends one step of a card payment, which words its problems itself. An ended session ends the
 *  page's as after a change. @throws the error of `send` */
export function useSendStep() {
  const endSession = useContext(SessionEnd)
  return useCallback(
    async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
      try {
        return await send()
      } catch (error) {
        await endWith(error, endSession)
        throw error
      }
    },
    [endSession],
  )
}
