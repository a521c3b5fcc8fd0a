import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { isIdleEnd, isUnauthorized } from '#web/api/http/errors.ts'
import { isAdmin } from '#web/api/users.ts'
import { endRefused } from '#web/session/session.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'

/** The layout of admin pages. Asks the server whenever one opens; signs anyone else out, to log in as an admin. */
export default function AdminLayout() {
  const person = usePerson()
  const admin = useQuery({ ...isAdmin(person.email), refetchOnMount: 'always' })
  // A cached refusal may be older than a promotion.
  const isRefused = admin.data === false && admin.isFetchedAfterMount && !admin.isFetching
  if (isRefused || isUnauthorized(admin.error)) return <SignOut isIdle={isIdleEnd(admin.error)} />
  if (admin.data) return <Outlet context={person} />
  if (admin.error) return <LoadError what="This page" query={admin} />
  return <Spinner label="Checking your access" />
}

function SignOut({ isIdle }: { isIdle: boolean }) {
  useEffect(() => {
    void endRefused(isIdle ? { idle: true } : { barred: true })
  }, [isIdle])
  return <Spinner label="Signing out" />
}
