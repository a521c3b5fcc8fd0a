import { useState } from 'react'
import { messageFor } from '#web/api/http/errors.ts'
import { useFocusWhen } from '../feedback/use-focus-when.ts'

/** A button that sends `request`, once. `problem` says why it failed; `confirmation` is for the text that replaces the
 *  button. */
export function useSendOnce(request: () => Promise<void>) {
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const [problem, setProblem] = useState<string | null>(null)
  const confirmation = useFocusWhen<HTMLParagraphElement>(state === 'sent')

  async function send() {
    setState('busy')
    setProblem(null)
    try {
      await request()
      setState('sent')
    } catch (error) {
      setState('ready')
      setProblem(messageFor(error))
    }
  }

  return { isBusy: state === 'busy', isSent: state === 'sent', problem, confirmation, send }
}
