import { postResetRequest } from '#web/api/auth.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { useSendLink } from '#web/ui/sign-in/use-send-link.ts'

/** Emails a link to set the first password of an account created with Google. */
export function SetPassword({ email }: { email: string }) {
  const { isBusy, isSent, problem, confirmation, send } = useSendLink(() => postResetRequest({ email }))
  return (
    <div role="status" className="mt-3 grid justify-items-start gap-4">
      <p className="text-quiet">
        You sign in with Google, so this account has no password. To add one, we’ll email you a link. Setting a password
        signs you out everywhere.
      </p>
      {isSent ? (
        <p ref={confirmation} tabIndex={-1} className="wrap-anywhere outline-none">
          We’ve sent a link to {email}. It works once, for one hour.
        </p>
      ) : (
        <BusyButton busy={isBusy} className="btn btn-line" onClick={send}>
          Send me a link
        </BusyButton>
      )}
      {problem !== null && <p className="text-error text-sm">{problem}</p>}
      {isSent && <OutboxHint />}
    </div>
  )
}
