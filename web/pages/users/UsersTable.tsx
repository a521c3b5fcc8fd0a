import ShieldCheck from 'lucide-react/icons/shield-check'
import { useId, useRef } from 'react'
import { can, isAdmin, roles } from '#contract/access/access.ts'
import { hasEmail } from '#contract/kit/text/email.ts'
import type { ReceivedUser } from '#contract/user.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { MakeAdmin } from './MakeAdmin.tsx'
import { RemoveAdmin } from './RemoveAdmin.tsx'
import { UserAccount } from './UserAccount.tsx'

/** One row per user, with the actions that `admin` may take. */
export function UsersTable({ admin, users }: { admin: string; users: ReceivedUser[] }) {
  return (
    <CardTable columns={{ User: '', Role: 'md:w-24', Actions: 'md:w-70' }}>
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
          {hasEmail(email) ? email : 'No email'}
        </p>
        <p className="wrap-anywhere text-quiet text-sm">
          <bdi>{name}</bdi>
          {!verified && hasEmail(email) && `${name && ' · '}email not confirmed`}
        </p>
      </CardCell>
      <CardCell label="Role">
        <Role user={user} />
      </CardCell>
      <CardCell label="Actions" bare>
        <div className="phone:mt-2 wide:grid wide:grid-cols-[8.75rem_auto] wide:items-center wide:gap-x-2">
          {!isAdmin(user) && hasEmail(email) && (
            <MakeAdmin admin={admin} email={email} describedBy={id} onMade={focusAddress} />
          )}
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

/** A button that does nothing, by specification, and says so. */
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
      <p id={id} className="text-quiet text-sm wide:-mt-3 wide:pl-2">
        not available yet
      </p>
    </div>
  )
}

function Role({ user }: { user: ReceivedUser }) {
  if (!isAdmin(user)) return 'Patient'
  return (
    <span className="flex items-baseline gap-2 font-bold">
      <ShieldCheck size={18} className="self-center" aria-hidden="true" />
      Admin
    </span>
  )
}
