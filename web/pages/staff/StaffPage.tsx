import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshStaff, staffOf } from '#web/api/staff.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { usePerson } from '#web/session/use-person.ts'
import { RulesHeading } from '#web/ui/calendar/RulesHeading.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Invitations } from './Invitations.tsx'
import { Members } from './Members.tsx'
import type { Open } from './open-dialog.ts'

const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

/** Who works at the clinic, and who is invited to. */
export default function StaffPage() {
  const { email: admin } = usePerson()
  const client = useQueryClient()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const staff = useQuery(staffOf(admin))
  const [open, setOpen] = useState<Open>()
  const dialogs = useDialogs(open !== undefined)

  /** Sends a change, says that it is done, and shows the new list. @throws the server's refusal */
  const change = async (request: () => Promise<void>, done: string) => {
    try {
      await confirmed(request)
      toast('success', done)
    } finally {
      await refreshStaff(client)
    }
  }

  return (
    <>
      <RulesHeading
        ref={heading}
        title="Staff"
        count={staff.data?.members.length}
        add="Invite somebody"
        onAdd={() => setOpen({ kind: 'invite' })}
      />
      <p className="mt-2 max-w-text text-quiet">
        A role decides which pages and patients somebody sees. Nobody uses it without a second factor where the clinic
        requires one.
      </p>
      <div className="mt-6">
        {staff.isPending && <TableSkeleton label="Loading the staff" rows={4} lines={4} button />}
        <LoadError what="The staff" query={staff} />
        {staff.data && (
          <>
            <Members admin={admin} members={staff.data.members} onOpen={setOpen} />
            <Invitations admin={admin} invitations={staff.data.invitations} change={change} onOpen={setOpen} />
          </>
        )}
      </div>
      {open && dialogs && staff.data && (
        <dialogs.StaffDialog
          key={open.kind}
          {...{ admin, open, change }}
          doctors={staff.data.doctors}
          onDone={() => heading.current?.focus()}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
