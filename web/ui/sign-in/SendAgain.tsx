import { postVerificationRequest } from '#web/api/auth.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { useSendLink } from './use-send-link.ts'

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
