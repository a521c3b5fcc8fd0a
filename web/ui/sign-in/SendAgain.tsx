import { postVerificationRequest } from '#web/api/auth.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { ifEmailed } from '#web/unsent.ts'

/** Sends the confirmation email again, to the signed-in person. */
export function SendAgain({ email, className }: { email: string; className: string }) {
  const { isBusy, isDone: isSent, problem, run } = useChange(() => postVerificationRequest({ email }))
  const confirmation = useFocusWhen<HTMLParagraphElement>(isSent)
  if (!isSent) {
    return (
      <>
        <BusyButton busy={isBusy} className={`btn ${className}`} onClick={() => void run()}>
          Send the link again
        </BusyButton>
        {problem && <p className="wrap-anywhere">{problem}</p>}
      </>
    )
  }
  return (
    <>
      <p ref={confirmation} tabIndex={-1} className="wrap-anywhere outline-none">
        {ifEmailed(`We’ve sent a new link to ${email}.`)}
      </p>
      <OutboxHint />
    </>
  )
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
