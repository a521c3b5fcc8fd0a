import ShieldCheck from 'lucide-react/icons/shield-check'
import { useId, useRef, useState } from 'react'
import { can } from '#contract/access/access.ts'
import { isAdmin, roles } from '#contract/access/roles.ts'
import type { ReceivedUser } from '#contract/user.ts'
import { usersOf } from '#web/api/users.ts'
import { usePerson } from '#web/session/use-person.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { roleWords } from '#web/ui/role-words.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { ListPage } from '#web/ui/table/ListPage.tsx'
import { MakeAdmin, RemoveAdmin } from './admin-role.tsx'

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

/** One row per user, with the actions that `admin` may take. */
export function UsersTable({ admin, users }: { admin: string; users: ReceivedUser[] }) {
  return (
    <CardTable columns={{ User: '', Role: 'md:w-32', Actions: 'md:w-70' }}>
      {users.map((user) => (
        <User key={user.email} admin={admin} user={user} />
      ))}
    </CardTable>
  )
}

function User({ admin, user }: { admin: string; user: ReceivedUser }) {
  const { name, email, verified } = user
  const address = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const focusAddress = () => address.current?.focus()
  return (
    <CardRow>
      <CardCell label="User" bare>
        <p ref={address} id={id} tabIndex={-1} className="wrap-anywhere font-medium outline-none">
          {email}
        </p>
        <p className="wrap-anywhere text-quiet text-sm">
          <bdi>{name}</bdi>
          {!verified && `${name && ' · '}email not confirmed`}
        </p>
      </CardCell>
      <CardCell label="Role">
        <Role user={user} />
      </CardCell>
      <CardCell label="Actions" bare>
        <div className="phone:mt-2 wide:grid wide:grid-cols-[8.75rem_auto] wide:items-center wide:gap-x-2">
          {!isAdmin(user) && <MakeAdmin admin={admin} user={user} describedBy={id} onMade={focusAddress} />}
          {isAdmin(user) && can({ email: admin, role: roles.admin }, 'demote-user', user) && (
            <RemoveAdmin admin={admin} user={user} describedBy={id} onRemoved={focusAddress} />
          )}
          {email === admin && <p className="text-quiet text-sm">You can’t remove your own role.</p>}
          <RemoveUser describedBy={id} />
          <UserAccount admin={admin} user={user} describedBy={id} />
        </div>
      </CardCell>
    </CardRow>
  )
}

/** A button that does nothing, by specification, and says so to screen readers. */
function RemoveUser({ describedBy }: { describedBy: string }) {
  const id = useId()
  return (
    <div className="wide:col-start-2 phone:mt-1 phone:flex phone:items-center">
      <button
        type="button"
        className="btn btn-ghost px-2 font-normal text-quiet phone:-ml-2"
        aria-describedby={`${describedBy} ${id}`}
      >
        Remove User
      </button>
      <p id={id} className="sr-only">
        not available yet
      </p>
    </div>
  )
}

function Role({ user }: { user: ReceivedUser }) {
  if (!isAdmin(user)) return roleWords[user.role]
  return (
    <span className="flex items-baseline gap-2 font-bold">
      <ShieldCheck size={18} className="self-center" aria-hidden="true" />
      Admin
    </span>
  )
}

const useDialog = loadWhenIdle(() => import('./UserAccountDialog.tsx'))

interface UserAccountProps {
  admin: string
  user: ReceivedUser
  /** The id of the text that names the user. */
  describedBy: string
}

/** A button that opens a user's account. */
function UserAccount({ admin, user, describedBy }: UserAccountProps) {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useDialog(isOpen)
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost wide:justify-self-start px-2 font-normal phone:-ml-2"
        aria-describedby={describedBy}
        onClick={() => setIsOpen(true)}
      >
        Account
      </button>
      {isOpen && dialog && <dialog.UserAccountDialog admin={admin} user={user} onClose={() => setIsOpen(false)} />}
    </>
  )
}
