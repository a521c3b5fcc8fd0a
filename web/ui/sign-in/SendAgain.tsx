import { useState } from 'react'
import { postVerificationRequest } from '#web/api/auth.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'

/** Sends the confirmation email again, to the signed-in person. */
export function SendAgain({ email, className }: { email: string; className: string }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const news = useFocusWhen<HTMLParagraphElement>(state === 'sent')

  const send = async () => {
    setState('busy')
    try {
      await postVerificationRequest({ email })
      setState('sent')
      setAnswer(`We’ve sent a new link to ${email}.`)
    } catch (error) {
      setState('ready')
      setAnswer(messageFor(error))
    }
  }

  return (
    <>
      {state !== 'sent' && (
        <BusyButton busy={state === 'busy'} className={`btn ${className}`} onClick={send}>
          Send it again
        </BusyButton>
      )}
      {answer !== null && (
        <p ref={news} tabIndex={-1} className="wrap-anywhere outline-none">
          {answer}
        </p>
      )}
      {state === 'sent' && <OutboxHint />}
    </>
  )
}
