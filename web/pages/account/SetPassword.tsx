import { useState } from 'react'
import { postResetRequest } from '#web/api/auth.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'

/** Emails a link to set the first password of an account created with Google. */
export function SetPassword({ email }: { email: string }) {
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready')
  const news = useFocusWhen<HTMLParagraphElement>(state === 'sent')
  const [problem, setProblem] = useState<string | null>(null)

  const send = async () => {
    setState('busy')
    setProblem(null)
    try {
      await postResetRequest({ email })
      setState('sent')
    } catch (error) {
      setState('ready')
      setProblem(messageFor(error))
    }
  }

  return (
    <div role="status" className="mt-3 grid justify-items-start gap-4">
      <p className="text-quiet">
        You sign in with Google, so this account has no password. To add one, we’ll email you a link. Setting a password
        signs you out everywhere.
      </p>
      {state === 'sent' ? (
        <p ref={news} tabIndex={-1} className="wrap-anywhere outline-none">
          We’ve sent a link to {email}. It works once, for one hour.
        </p>
      ) : (
        <BusyButton busy={state === 'busy'} className="btn btn-line" onClick={send}>
          Send me a link
        </BusyButton>
      )}
      {problem !== null && <p className="text-error text-sm">{problem}</p>}
      {state === 'sent' && <OutboxHint />}
    </div>
  )
}
