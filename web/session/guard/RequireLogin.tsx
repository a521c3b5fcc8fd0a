import { type ReactNode, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import type { SessionRecord } from '../record.ts'
import { useSession } from '../store.ts'

interface RequireLoginProps {
  /** Shown while the session loads. */
  waiting: ReactNode
  children: (person: SessionRecord) => ReactNode
}

/** Shows its content to a signed-in person only. Others go to the login page and return here afterwards; signing out here goes home. */
export function RequireLogin({ waiting, children }: RequireLoginProps) {
  const session = useSession()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const { pathname, search } = useLocation()
  // Stable across renders: a new object would repeat the redirect while the login page loads.
  const origin = useMemo(() => ({ from: pathname + search }), [pathname, search])
  if (session.status === 'in' && !wasSignedIn) setWasSignedIn(true)
  if (session.status === 'in') return children(session.person)
  if (session.status === 'out') {
    if (session.left && wasSignedIn) return <Navigate to={pages.home} replace />
    return <Navigate to={pages.login} replace state={session.barred ? { barred: true } : origin} />
  }
  return (
    <>
      <noscript>
        <p className="shell pt-14 text-center">This page needs JavaScript. To book by phone, call {clinic.phone}.</p>
      </noscript>
      {waiting}
    </>
  )
}
