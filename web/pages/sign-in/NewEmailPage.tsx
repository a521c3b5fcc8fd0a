import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { postEmailConfirmation } from '#web/api/email-change.ts'
import { isSignedOut } from '#web/api/http/errors.ts'
import { endRefused, forget } from '#web/session/session.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useForgetLinkToken, useLinkToken } from '#web/ui/link/use-link-token.ts'
import { keptLink } from '#web/ui/sign-in/kept-link.ts'

const kept = keptLink('new-email-link')

/** Where an account gets its new email, by the link that was sent there. The link works in a session of that account
 *  only, and waits in this tab while its owner logs in. */
export default function NewEmailPage() {
  const token = useLinkToken()
  return token === undefined ? null : <NewEmail token={token ?? kept.read() ?? ''} />
}

function NewEmail({ token }: { token: string }) {
  const [mustLogIn, setMustLogIn] = useState(false)
  // A press, because scanners of emails open links.
  const { isBusy, isDone, problem, run } = useChange(async () => {
    try {
      await postEmailConfirmation(token)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      kept.keep(token)
      // The session of a tab that was open longer has ended: the login page would send its person back here.
      await endRefused({})
      setMustLogIn(true)
      return
    }
    kept.forget()
    // The server has ended every session, including this browser's.
    await forget()
  })
  useForgetLinkToken(isDone && !mustLogIn)

  if (mustLogIn)
    return (
      <MessageCard title="One more step" takesFocus>
        <p>Log in with your present email address, and this link changes it.</p>
        <Link to={pages.login} state={{ from: pages.newEmail }} className="btn btn-action">
          Login
        </Link>
      </MessageCard>
    )
  if (isDone)
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
      <BusyButton busy={isBusy} className="btn btn-action" onClick={() => void run()}>
        Confirm this address
      </BusyButton>
      <p role="status" className="text-error">
        {problem}
      </p>
    </MessageCard>
  )
}
