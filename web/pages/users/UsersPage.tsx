import { usersOf } from '#web/api/users.ts'
import { usePerson } from '#web/session/use-person.ts'
import { ListPage } from '#web/ui/table/ListPage.tsx'
import { UsersTable } from './UsersTable.tsx'

const sortNames = { email: 'Email', name: 'Name', newest: 'Newest first', admins: 'Admins first' }

export default function UsersPage() {
  const { email: admin } = usePerson()
  return (
    <ListPage
      title="All Users"
      one="user"
      many="users"
      searched="name or email"
      sorts={['email', 'name', 'newest', 'admins']}
      sortNames={sortNames}
      query={(view) => usersOf(admin, view)}
    >
      {(rows) => <UsersTable admin={admin} users={rows} />}
    </ListPage>
  )
}
