import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { pages } from '#contract/pages.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import type { SessionRecord } from './record.ts'
import { useSession } from './store.ts'

/** Shows its content to a signed-in person only; everybody else is sent to sign in and comes back here afterwards. */
export function RequireLogin({ children }: { children: (person: SessionRecord) => ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'loading') return <Spinner label="Checking who is signed in" />
  if (session.status === 'out') return <Navigate to={pages.login} replace state={{ from: pathname + search }} />
  return children(session.person)
}
