import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { verification } from '#contract/user.ts'
import { postVerification } from '#web/api/auth.ts'
import { ApiError, isSignedOut, messageFor } from '#web/api/http/errors.ts'
import { endRefused } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { useLinkToken } from '#web/ui/link/use-link-token.ts'
import { keptLink } from '#web/ui/sign-in/kept-link.ts'
import { SendAgain } from '#web/ui/sign-in/SendAgain.tsx'

const kept = keptLink('email-link')

type Outcome = { kind: 'confirmed' | 'signed-out' | 'invalid' } | { kind: 'refused'; reason: string }

const otherAccount = 'It belongs to a different account. Sign out, then open it again.'

export default function VerifyEmailPage() {
  const outcome = useVerification(useLinkToken())
  if (!outcome) return <Spinner label="Confirming your email address" />
  if (outcome.kind === 'confirmed') return <Confirmed />
  if (outcome.kind === 'signed-out') return <SignInFirst />
  return (
    <MessageCard title="This link did not work">
      {outcome.kind === 'refused' ? (
        <p>{outcome.reason}</p>
      ) : (
        <>
          <p>It’s older than a day, or part of it is missing.</p>
          <NewLink />
        </>
      )}
    </MessageCard>
  )
}

/** Confirms the email address with the token of the link, which is undefined until it is known. Undefined until the
 *  server has answered. */
function useVerification(token: string | null | undefined): Outcome | undefined {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (token === undefined) return
    let isCurrent = true
    void verify(token ?? kept.read()).then((answer) => isCurrent && setOutcome(answer))
    return () => {
      isCurrent = false
    }
  }, [token])
  return outcome
}

async function verify(token: string | null): Promise<Outcome> {
  const input = verification.safeParse({ token })
  if (!input.success) return { kind: 'invalid' }
  try {
    await postVerification(input.data.token)
    kept.forget()
    return { kind: 'confirmed' }
  } catch (error) {
    // The server has not checked the token yet.
    if (isSignedOut(error)) {
      kept.keep(input.data.token)
      // The session of a tab that was open longer has ended: the login page would send its person back here.
      await endRefused({})
      return { kind: 'signed-out' }
    }
    kept.forget()
    const status = error instanceof ApiError ? error.problem.status : undefined
    if (status === 400 || status === 401) return { kind: 'invalid' }
    return { kind: 'refused', reason: status === 403 ? otherAccount : messageFor(error) }
  }
}

function Confirmed() {
  return (
    <MessageCard title="Thank you">
      <p>Your email address is confirmed.</p>
      <Link to={pages.appointment} className="btn btn-action">
        Appointment
      </Link>
    </MessageCard>
  )
}

// The login page returns here, and the page asks again with the link that it kept.
function SignInFirst() {
  return (
    <MessageCard title="One more step">
      <p>Log in, and this link confirms your email address.</p>
      <Link to={pages.login} state={{ from: pages.verifyEmail }} className="btn btn-action">
        Login
      </Link>
    </MessageCard>
  )
}

function NewLink() {
  const session = useSession()
  if (session.status === 'loading') return null
  if (session.status === 'in') return <SendAgain email={session.person.email} className="btn-action" />
  return (
    <p>
      <Link to={pages.login} state={{ from: pages.verifyEmail }} className="text-link">
        Log in
      </Link>{' '}
      to get a new link.
    </p>
  )
}
