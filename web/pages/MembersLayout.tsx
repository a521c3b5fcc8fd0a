import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet, useMatch } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { RequireLogin } from '#web/session/guard/RequireLogin.tsx'
import { useLeave } from '#web/session/guard/use-session-keeper.ts'
import type { SessionRecord } from '#web/session/record.ts'
import { forget, signOutRefused } from '#web/session/session.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Toasts } from '#web/ui/message/Toasts.tsx'
import { useListAhead } from '../ui/table/use-list-ahead.ts'
import { AppointmentWaiting } from './appointment/AppointmentWaiting.tsx'

/** The layout of every page behind the login. Its data is cached for one person and dropped with their session. */
export default function MembersLayout() {
  const books = useMatch(pages.appointment)
  const waiting = books ? <AppointmentWaiting /> : <Spinner label="Checking who is signed in" />
  return <RequireLogin waiting={waiting}>{(person) => <Members key={person.email} person={person} />}</RequireLogin>
}

function Members({ person }: { person: SessionRecord }) {
  const leave = useLeave()
  const [client] = useState(() =>
    createQueryClient({ onRefused: () => signOutRefused().finally(leave), onSignedOut: () => forget() }),
  )
  useListAhead(client, person.email)

  return (
    <QueryClientProvider client={client}>
      <Toasts email={person.email}>
        <Outlet context={person} />
      </Toasts>
    </QueryClientProvider>
  )
}
