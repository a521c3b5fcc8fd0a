import { Outlet } from 'react-router'
import { RequireAdmin } from '#web/session/guard/RequireAdmin.tsx'
import { usePerson } from '#web/session/guard/use-person.ts'

/** Around every page for admins. */
export default function AdminLayout() {
  const person = usePerson()
  return (
    <RequireAdmin person={person}>
      <Outlet context={person} />
    </RequireAdmin>
  )
}
