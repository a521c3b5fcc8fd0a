import { useState } from 'react'
import { postVerificationRequest } from '#web/api/auth.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { useFocusWhen } from '../feedback/use-focus-when.ts'

/** Sends the confirmation email again, to the signed-in person. */
export function SendAgain({ email, className }: { email: string; className: string }) {
  const { isBusy, isSent, problem, confirmation, send } = useSendLink(() => postVerificationRequest({ email }))
  if (!isSent) {
    return (
      <>
        <BusyButton busy={isBusy} className={`btn ${className}`} onClick={send}>
          Send it again
        </BusyButton>
        {problem !== null && <p className="wrap-anywhere">{problem}</p>}
      </>
    )
  }
  return (
    <>
      <p ref={confirmation} tabIndex={-1} className="wrap-anywhere outline-none">
        We’ve sent a new link to {email}.
      </p>
      <OutboxHint />
    </>
  )
}

/** Sends an email with a link by `request`. `problem` says why it failed; `confirmation` is for the text that replaces
 *  the button. */
export function useSendLink(request: () => Promise<void>) {
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

/** Says that the email has to be confirmed first, and sends the link again. */
export function ConfirmFirst({ email }: { email: string }) {
  return (
    <div role="status" className="mt-4 grid justify-items-start gap-3">
      <p className="font-medium">Confirm your email first.</p>
      <SendAgain email={email} className="btn-line" />
    </div>
  )
}
