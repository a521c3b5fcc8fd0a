import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Person } from '#contract/patient/person.ts'
import { pages } from '#contract/site/pages.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { postAcceptance, refreshPersons } from '#web/api/persons.ts'
import { usePerson } from '#web/session/use-person.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useSendOnce } from '#web/ui/form/use-send-once.ts'
import { useForgetLinkToken, useLinkToken } from '#web/ui/sign-in/use-link-token.ts'

/** Where an account begins to act for a patient whom another account shares, by the link in the email. */
export default function SharedPatientPage() {
  const token = useLinkToken()
  return token === undefined ? null : <SharedPatient token={token ?? ''} />
}

function SharedPatient({ token }: { token: string }) {
  const { email } = usePerson()
  const client = useQueryClient()
  const [accepted, setAccepted] = useState<Person>()
  const { isBusy, problem, send } = useSendOnce(async () => {
    setAccepted(await mutate(client, () => postAcceptance(email, token)))
    await refreshPersons(client)
  })
  useForgetLinkToken(accepted !== undefined)

  if (accepted)
    return (
      <MessageCard title={accepted.relation === 'self' ? 'Your appointments are here' : 'Thank you'} takesFocus>
        <p>
          {accepted.relation === 'self'
            ? 'What the clinic has of you is in your own account now.'
            : `You can book, move and pay for appointments of ${accepted.name} now.`}
        </p>
        <Link to={pages.dashboard} className="btn btn-action">
          My Appointments
        </Link>
      </MessageCard>
    )
  return (
    <MessageCard title="Act for a patient">
      <p>You see their appointments from then on, and can book, move and pay for them.</p>
      <BusyButton busy={isBusy} className="btn btn-action" onClick={send}>
        Act for them
      </BusyButton>
      <p role="status" className="text-error">
        {problem}
      </p>
    </MessageCard>
  )
}
