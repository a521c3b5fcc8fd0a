import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { isIdleEnd } from '#web/api/http/errors.ts'
import { clinic } from '#web/clinic.ts'
import { firstMembersClient, openMembersClient, startMembersClient } from '#web/session/members-client.ts'
import { forget } from '#web/session/session.ts'
import { SessionEnd } from '#web/session/session-end.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { useSession } from '#web/session/store.ts'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Toasts } from '#web/ui/message/Toasts.tsx'

/** The layout of pages behind the login. Visitors go to the login page and return here afterwards; a person who signs
 *  out here goes home. Shows `waiting`, or a spinner, while the session loads. */
export default function MembersLayout({ waiting }: { waiting?: ReactNode }) {
  const session = useSession()
  // React renders the page in short steps, so that a slow phone responds to taps meanwhile. A sign-out has its effect
  // at once.
  const isReady = useDeferredValue(session.status === 'in')
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const { pathname, search, hash } = useLocation()
  // Stable across renders: a new object would repeat the redirect while the login page loads.
  const origin = useMemo(() => ({ from: pathname + search + hash }), [pathname, search, hash])
  if (session.status === 'in' && !wasSignedIn) setWasSignedIn(true)
  if (session.status === 'loading' || (session.status === 'in' && !isReady)) return <Waiting placeholder={waiting} />
  if (session.status === 'in') return <Members key={session.person.email} person={session.person} />
  if (session.left && wasSignedIn) return <Navigate to={pages.home} replace />
  return (
    <Navigate
      to={pages.login}
      replace
      state={{ ...origin, barred: session.barred || undefined, idle: session.idle || undefined }}
    />
  )
}

/** Provides the cache, which belongs to one person and is dropped with their session. */
function Members({ person }: { person: SessionRecord }) {
  const [client] = useState(() => firstMembersClient() ?? openMembersClient())
  useEffect(() => startMembersClient(), [])
  usePrefetchBookings(client, person.email)
  useOfflinePage(client, person)

  return (
    <QueryClientProvider client={client}>
      <SessionEnd value={endSession}>
        <Toasts email={person.email}>
          <Outlet context={person} />
        </Toasts>
      </SessionEnd>
    </QueryClientProvider>
  )
}

const endSession = (refusal: unknown) => forget({ idle: isIdleEnd(refusal) })

function Waiting({ placeholder }: { placeholder: ReactNode }) {
  return (
    <>
      <noscript>
        <p className="shell pt-14 text-center">This page needs JavaScript. To book by phone, call {clinic.phone}.</p>
      </noscript>
      {placeholder ?? <Spinner label="Checking who is signed in" />}
    </>
  )
}

/** Keeps the next appointment for the time without a network, once the browser is idle. Nothing is kept for staff, who
 *  share computers. */
function useOfflinePage(client: QueryClient, person: SessionRecord): void {
  useEffect(() => {
    if (person.role || import.meta.env.DEV) return
    const load = () => import('#web/session/offline/keep.ts').then(({ keep }) => keep(client, person), ignore)
    // Safari has no idle callbacks.
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(load)
  }, [client, person])
}

const ignore = () => {}

const staleTimeMs = 10_000

/** Prefetches the bookings of `patient` when the pointer or the focus reaches any link to their list. */
function usePrefetchBookings(client: QueryClient, patient: string): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(`a[href="${pages.dashboard}"]`)) return
      void client.prefetchQuery({ ...bookingsOf(patient), staleTime: staleTimeMs })
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('pointerover', prefetch, { signal })
    document.addEventListener('focusin', prefetch, { signal })
    return () => controller.abort()
  }, [client, patient])
}
