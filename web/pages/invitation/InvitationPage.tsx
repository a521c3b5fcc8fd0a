import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { firstPage } from '#contract/site/staff-pages.ts'
import type { Offer } from '#contract/staff.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { postAcceptance, readInvitation } from '#web/api/invitation.ts'
import { loadSession, signOut } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useLinkToken } from '#web/ui/link/use-link-token.ts'
import { aRole } from '#web/ui/role-words.ts'
import { keptLink } from '#web/ui/sign-in/kept-link.ts'

const kept = keptLink('invitation')
const useNewAccount = loadLater(() => import('./NewAccount.tsx'))

type Found = { token: string; offer: Offer } | { problem: string }

/** What an emailed invitation to the staff leads to: a new account, or the acceptance by the account that is signed
 *  in. */
export default function InvitationPage() {
  const found = useInvitation(useLinkToken())
  const session = useSession()
  const newAccount = useNewAccount()
  const [accepted, setAccepted] = useState<Offer>()
  if (accepted) return <Accepted offer={accepted} />
  if (!found || session.status === 'loading') return <Spinner label="Opening your invitation" />
  if ('problem' in found) return <Refused problem={found.problem} isSignedIn={session.status === 'in'} />
  const { offer, token } = found
  const accept = () => {
    kept.forget()
    setAccepted(offer)
  }
  if (session.status === 'in')
    return session.person.email === offer.email ? (
      <Accept offer={offer} token={token} onAccepted={accept} />
    ) : (
      <AnotherAccount email={session.person.email} offer={offer} token={token} />
    )
  if (offer.hasAccount) return <LogInFirst offer={offer} token={token} />
  if (!newAccount) return <Spinner label="Opening your invitation" />
  return <newAccount.NewAccount offer={offer} token={token} words={inWords(offer)} onAccepted={accept} />
}

/** Asks the server about the link, whose token is undefined until it is known. */
function useInvitation(linked: string | null | undefined): Found | undefined {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (linked === undefined) return
    const token = linked ?? kept.read()
    if (!token) return setFound({ problem: noLink })
    let isCurrent = true
    readInvitation(token).then(
      (offer) => isCurrent && setFound({ token, offer }),
      (error) => isCurrent && setFound({ problem: messageFor(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [linked])
  return found
}

const noLink = 'Open the link in the email about your invitation. Part of it is missing here.'

/** Says what an invitation offers. */
function inWords({ role, doctor, invitedBy }: Offer): string {
  const place = `${aRole(role)}${doctor ? ` (${doctor})` : ''}`
  return `${invitedBy ?? 'The clinic'} invites you to work here as ${place}.`
}

function Refused({ problem, isSignedIn }: { problem: string; isSignedIn: boolean }) {
  return (
    <MessageCard title="This invitation does not work">
      <p>{problem}</p>
      <Link to={isSignedIn ? pages.dashboard : pages.login} className="btn btn-action">
        {isSignedIn ? 'Dashboard' : 'Login'}
      </Link>
    </MessageCard>
  )
}

function LogInFirst({ offer, token }: { offer: Offer; token: string }) {
  return (
    <MessageCard title="Your invitation">
      <p className="wrap-anywhere">
        {inWords(offer)} {offer.email} has an account already: log in with it, then accept.
      </p>
      <Link
        to={pages.login}
        state={{ from: pages.invitation, email: offer.email }}
        className="btn btn-action"
        onClick={() => kept.keep(token)}
      >
        Login
      </Link>
    </MessageCard>
  )
}

function AnotherAccount({ email, offer, token }: { email: string; offer: Offer; token: string }) {
  const { isBusy, problem, run } = useChange(async () => {
    kept.keep(token)
    await signOut()
    await loadSession()
  })
  return (
    <MessageCard title="You are signed in as somebody else">
      <p className="wrap-anywhere">
        This invitation is for {offer.email}, and you are signed in as {email}. Sign out to go on with it.
      </p>
      <BusyButton busy={isBusy} className="btn btn-action" onClick={() => void run()}>
        Sign Out
      </BusyButton>
      <Problem className="text-sm">{problem}</Problem>
    </MessageCard>
  )
}

function Accept({ offer, token, onAccepted }: { offer: Offer; token: string; onAccepted: () => void }) {
  const { isBusy, problem, run } = useChange(() => postAcceptance(token), { onDone: onAccepted, refresh: loadSession })
  return (
    <MessageCard title="Your invitation">
      <p className="wrap-anywhere">{inWords(offer)}</p>
      <BusyButton busy={isBusy} className="btn btn-action" onClick={() => void run()}>
        Accept
      </BusyButton>
      <Problem className="text-sm">{problem}</Problem>
    </MessageCard>
  )
}

/** Leads to the second factor, without which a role may give nothing. */
function Accepted({ offer: { role } }: { offer: Offer }) {
  const navigate = useNavigate()
  return (
    <MessageCard title="Welcome to the clinic" takesFocus>
      <p>
        You work here as {aRole(role)} now. Next, set up a second factor under My Account: it keeps patients’ data safe
        if somebody learns your password.
      </p>
      <button type="button" className="btn btn-action" onClick={() => void navigate(pages.account)}>
        Set up the second factor
      </button>
      <Link to={firstPage(role) ?? pages.dashboard} className="text-link py-1">
        Go to your first page
      </Link>
    </MessageCard>
  )
}
