import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useId } from 'react'
import type { Member } from '#contract/staff.ts'
import { clinicDayAt } from '#web/dates.ts'
import { roleWords } from '#web/ui/role-words.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import type { Open } from './open-dialog.ts'

const columns = {
  Name: '',
  Role: 'md:w-24 xl:w-32',
  Since: 'md:w-30 xl:w-48',
  'Second factor': 'md:w-28',
  Actions: 'md:w-36 xl:w-52',
}

interface MembersProps {
  admin: string
  members: readonly Member[]
  onOpen: (open: Open) => void
}

/** Who works at the clinic, with what `admin` can change. */
export function Members({ admin, members, onOpen }: MembersProps) {
  return (
    <CardTable columns={columns}>
      {members.map((member) => (
        <Row key={member._id} member={member} isSelf={member.email === admin} onOpen={onOpen} />
      ))}
    </CardTable>
  )
}

function Row({ member, isSelf, onOpen }: { member: Member; isSelf: boolean; onOpen: (open: Open) => void }) {
  const { name, email, role, doctor, since, invitedBy, secondFactor } = member
  const id = useId()
  return (
    <CardRow>
      <CardCell label="Name" bare>
        <p id={id} className="wrap-anywhere font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="wrap-anywhere text-quiet text-sm">{email}</p>
      </CardCell>
      <CardCell label="Role">
        {roleWords[role]}
        {doctor !== undefined && doctor !== name && <p className="wrap-anywhere text-quiet text-sm">{doctor}</p>}
      </CardCell>
      <CardCell label="Since">
        {clinicDayAt(since)}
        {invitedBy !== undefined && <p className="wrap-anywhere text-quiet text-sm">by {invitedBy}</p>}
      </CardCell>
      <CardCell label="Factor">
        <SecondFactor isOn={secondFactor} />
      </CardCell>
      <CardCell label="Actions" bare>
        {isSelf ? (
          <p className="text-quiet text-sm">This is you. Another admin can change your role.</p>
        ) : (
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className="btn btn-line px-3"
              aria-describedby={id}
              onClick={() => onOpen({ kind: 'change', member })}
            >
              Change role
            </button>
            <button
              type="button"
              className="btn btn-line px-3"
              aria-describedby={id}
              onClick={() => onOpen({ kind: 'end', member })}
            >
              End
            </button>
          </div>
        )}
      </CardCell>
    </CardRow>
  )
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? ShieldCheck : CircleAlert
  return (
    <span className="flex items-center gap-2">
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      {isOn ? 'On' : 'Missing'}
    </span>
  )
}
