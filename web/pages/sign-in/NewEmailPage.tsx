import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { postEmailConfirmation } from '#web/api/email-change.ts'
import { forget } from '#web/session/session.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useSendOnce } from '#web/ui/form/use-send-once.ts'
import { useForgetLinkToken, useLinkToken } from '#web/ui/sign-in/use-link-token.ts'

/** Where an account gets its new email, by the link that was sent there. */
export default function NewEmailPage() {
  const token = useLinkToken()
  return token === undefined ? null : <NewEmail token={token ?? ''} />
}

function NewEmail({ token }: { token: string }) {
  // A press, because scanners of emails open links.
  const { isBusy, isSent, problem, send } = useSendOnce(async () => {
    await postEmailConfirmation(token)
    // The server has ended every session, including this browser's.
    await forget()
  })
  useForgetLinkToken(isSent)

  if (isSent)
    return (
      <MessageCard title="Your email address was changed" takesFocus>
        <p>You’re signed out everywhere. Please log in with your new address and your password.</p>
        <Link to={pages.login} className="btn btn-action">
          Login
        </Link>
      </MessageCard>
    )
  return (
    <MessageCard title="Your new email address">
      <p>You log in with it from now on, and we write to you there. This signs you out everywhere.</p>
      <BusyButton busy={isBusy} className="btn btn-action" onClick={send}>
        Confirm this address
      </BusyButton>
      <p role="status" className="text-error">
        {problem}
      </p>
    </MessageCard>
  )
}
