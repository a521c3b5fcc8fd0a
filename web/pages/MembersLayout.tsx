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
import { usePrefetchBookings } from '../ui/appointment/use-prefetch-bookings.ts'

/** The layout of pages behind the login. Its cache belongs to one person and is dropped with their session. */
export default function MembersLayout() {
  const waiting = waitingOf(useMatches().at(-1)?.handle) ?? <Spinner label="Checking who is signed in" />
  return <RequireLogin waiting={waiting}>{(person) => <Members key={person.email} person={person} />}</RequireLogin>
}

function Members({ person }: { person: SessionRecord }) {
  const leave = useLeave()
  const [client] = useState(() =>
    createQueryClient({ onRefused: () => signOutRefused().finally(leave), onSignedOut: () => forget() }),
  )
  usePrefetchBookings(client, person.email)

  return (
    <QueryClientProvider client={client}>
      <Toasts email={person.email}>
        <Outlet context={person} />
      </Toasts>
    </QueryClientProvider>
  )
}

/** Returns the placeholder that a page's `handle` names as `waiting`, shown while the session loads. */
function waitingOf(handle: unknown): ReactNode {
  if (typeof handle !== 'object' || handle === null || !('waiting' in handle)) return undefined
  return isValidElement(handle.waiting) ? handle.waiting : undefined
}
