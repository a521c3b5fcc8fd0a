import ShieldCheck from 'lucide-react/icons/shield-check'
import { useId, useRef } from 'react'
import type { ListedUser } from '#contract/user.ts'
import { CardCell, CardRow, CardTable } from '#web/components/CardTable.tsx'
import { MakeAdmin } from './MakeAdmin.tsx'

/** One row a user, and what `admin` can do with them. */
export function UsersTable({ admin, users }: { admin: string; users: ListedUser[] }) {
  const note = useId()
  return (
    <>
      <CardTable columns={{ User: '', Role: 'md:w-28', Actions: 'md:w-72 wide:text-right' }}>
        {users.map((user) => (
          <User key={user.email} admin={admin} user={user} note={note} />
        ))}
      </CardTable>
      <p id={note} className="mt-4 text-quiet text-sm">
        Removing users is not possible yet: ‘Remove User’ does nothing.
      </p>
    </>
  )
}

function User({ admin, user, note }: { admin: string; user: ListedUser; note: string }) {
  const { name, email, role, verified } = user
  const address = useRef<HTMLParagraphElement>(null)
  const id = useId()
  return (
    <CardRow>
      <CardCell label="User" bare>
        <p ref={address} id={id} tabIndex={-1} className="wrap-anywhere font-medium outline-none">
          {email}
        </p>
        <p className="wrap-anywhere text-quiet text-sm">
          <bdi>{name}</bdi>
          {!verified && ' · address not confirmed'}
        </p>
      </CardCell>
      <CardCell label="Role">
        <Role role={role} />
      </CardCell>
      <CardCell label="Actions" bare>
        <div className="flex gap-2 phone:mt-2 phone:gap-1 phone:flex-wrap wide:-mr-3 wide:justify-end">
          {role !== 'admin' && (
            <MakeAdmin admin={admin} email={email} describedBy={id} onMade={() => address.current?.focus()} />
          )}
          <button
            type="button"
            className="btn btn-ghost px-3 phone:px-2 phone:first:-ml-2"
            aria-describedby={`${id} ${note}`}
          >
            Remove User
          </button>
        </div>
      </CardCell>
    </CardRow>
  )
}

function Role({ role }: { role: ListedUser['role'] }) {
  if (role === 'patient') return 'Patient'
  return (
    <span className="flex items-baseline gap-2 font-bold">
      <ShieldCheck size={18} className="self-center" aria-hidden="true" />
      Admin
    </span>
  )
}
