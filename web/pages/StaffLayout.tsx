import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { isStaff, roles } from '#contract/access/roles.ts'
import { pageAt } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'
import { firstPage, rolesFor } from '#contract/site/staff-pages.ts'
import { isIdleEnd, isUnauthorized } from '#web/api/http/errors.ts'
import { isAdmin } from '#web/api/users.ts'
import { endRefused } from '#web/session/session.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { aRole } from '#web/ui/role-words.ts'

/** The layout of the staff's pages. Staff whose role may not open the page read so. For anybody else it asks the server
 *  whether they are an admin, whenever a page opens, and signs them out if not, to log in as one. */
export default function StaffLayout() {
  const person = usePerson()
  const page = pageAt(useLocation().pathname)
  const isFurtherStaff = isStaff(person) && person.role !== roles.admin
  if (!isFurtherStaff) return <AdminsOnly person={person} />
  if (page && person.role && rolesFor(page).includes(person.role)) return <Outlet context={person} />
  return <OtherRole person={person} />
}

function AdminsOnly({ person }: { person: SessionRecord }) {
  const admin = useQuery({ ...isAdmin(person.email), refetchOnMount: 'always' })
  // A cached refusal may be older than a promotion.
  const isRefused = admin.data === false && admin.isFetchedAfterMount && !admin.isFetching
  if (isRefused || isUnauthorized(admin.error)) return <SignOut isIdle={isIdleEnd(admin.error)} />
  if (admin.data) return <Outlet context={{ ...person, role: roles.admin } satisfies SessionRecord} />
  if (admin.error) return <LoadError what="This page" query={admin} />
  return <Spinner label="Checking your access" />
}

/** Says that a role may not open the page, and leads to the one that its work begins with. */
function OtherRole({ person: { role } }: { person: SessionRecord }) {
  return (
    <div role="alert">
      <h1 className="page-title">Not a page of your role</h1>
      <p className="mt-3 max-w-text">
        You work here as {role && aRole(role)}, and this page belongs to another role. If you need it, ask an admin.
      </p>
      <Link to={firstPage(role) ?? pages.dashboard} className="btn btn-action mt-6">
        Go to your first page
      </Link>
    </div>
  )
}

function SignOut({ isIdle }: { isIdle: boolean }) {
  useEffect(() => {
    void endRefused(isIdle ? { idle: true } : { barred: true })
  }, [isIdle])
  return <Spinner label="Signing out" />
}
