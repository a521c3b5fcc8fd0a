import { QueryClientProvider } from '@tanstack/react-query'
import { isValidElement, type ReactNode, useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { RequireLogin } from '#web/session/guard/RequireLogin.tsx'
import { useLeave } from '#web/session/guard/use-session-keeper.ts'
import type { SessionRecord } from '#web/session/record.ts'
import { forget, signOutRefused } from '#web/session/session.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Toasts } from '#web/ui/message/Toasts.tsx'
import { useListAhead } from '../ui/table/use-list-ahead.ts'

/** The layout of every page behind the login. Its data is cached for one person and dropped with their session. */
export default function MembersLayout() {
  const waiting = waitingOf(useMatches().at(-1)?.handle) ?? <Spinner label="Checking who is signed in" />
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

/** What a page has shown in its place until it is known who is signed in: `waiting` of its `handle`. */
function waitingOf(handle: unknown): ReactNode {
  if (typeof handle !== 'object' || handle === null || !('waiting' in handle)) return undefined
  return isValidElement(handle.waiting) ? handle.waiting : undefined
}
