import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AccountPatient } from '#contract/patient/account-patient.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshAccountPatients } from '#web/api/account-patients.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { sharedOf } from '#web/api/ties.ts'
import { usePerson } from '#web/session/use-person.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { useForgetLinkToken, useLinkToken } from '#web/ui/link/use-link-token.ts'

const useOffer = loadLater(() => import('./SharedOffer.tsx'))

/** Where an account begins to act for a patient whom another account shares, or takes over its own record, by the link
 *  in the email. */
export default function SharedPatientPage() {
  const token = useLinkToken()
  return token === undefined ? null : <SharedPatient token={token ?? ''} />
}

function Failed({ children }: { children: string }) {
  return (
    <MessageCard title="This link did not work">
      <p>{children}</p>
    </MessageCard>
  )
}

function SharedPatient({ token }: { token: string }) {
  const { email } = usePerson()
  const client = useQueryClient()
  const shared = useQuery({ ...sharedOf(email, token), enabled: token !== '', refetchOnWindowFocus: false })
  const offer = useOffer()
  const [accepted, setAccepted] = useState<AccountPatient>()
  useForgetLinkToken(accepted !== undefined)
  const done = async (person: AccountPatient) => {
    setAccepted(person)
    await refreshAccountPatients(client)
  }

  if (accepted) return <Accepted person={accepted} />
  if (token === '') return <Failed>Open the link in the newest email.</Failed>
  if (shared.isPending || !offer) return <Spinner label="Opening the link" />
  if (!shared.data) return <Failed>{messageFor(shared.error)}</Failed>
  return <offer.SharedOffer {...{ email, token, shared: shared.data, onAccepted: done }} />
}

function Accepted({ person: { relation, name } }: { person: AccountPatient }) {
  return (
    <MessageCard title={relation === 'self' ? 'Your appointments are here' : 'Thank you'} takesFocus>
      <p>
        {relation === 'self'
          ? 'What the clinic has of you is in your own account now.'
          : `You can book, move and pay for appointments of ${name} now.`}
      </p>
      <Link to={pages.dashboard} className="btn btn-action">
        My Appointments
      </Link>
    </MessageCard>
  )
}
