import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { isUnauthorized } from '#web/api/http/errors.ts'
import { isAdmin } from '#web/api/users.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import type { SessionRecord } from '../record.ts'
import { forget, signOutRefused } from '../session.ts'

/** Shows its content to an admin only. Anyone else is signed out and has to log in. Asks the server each time it mounts. */
export function RequireAdmin({ person, children }: { person: SessionRecord; children: ReactNode }) {
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...isAdmin(person.email),
    refetchOnMount: 'always',
  })
  // A cached no may be older than a promotion: only a fresh one counts.
  const no = data === false && isFetchedAfterMount && !isFetching
  if (no || isUnauthorized(error)) return <Barred />
  if (data) return children
  if (error) return <LoadError what="This page" error={error} onRetry={() => refetch()} />
  return <Spinner label="Checking your access" />
}

function Barred() {
  useEffect(() => {
    void signOutRefused().finally(() => forget({ barred: true }))
  }, [])
  return <Spinner label="Signing out" />
}
