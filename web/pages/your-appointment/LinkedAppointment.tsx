import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkedAppointment as Linked } from '#contract/booking/appointment-link.ts'
import { linkedBy } from '#web/api/appointment-link.ts'
import { Done } from '#web/ui/feedback/Done.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { Linked as BehindLink, type LinkFrame } from '#web/ui/link/LinkPage.tsx'
import { Money, PayNow, TimeCard } from '#web/ui/link/TimeCard.tsx'

const useParts = loadLater(() => import('./parts.ts'))
const useDialogs = loadWhenIdle(() => import('./dialogs.tsx'))

/** The appointment of a link, and what its holder can do with it. */
export function LinkedAppointment({ frame, token }: { frame: LinkFrame; token: string }) {
  const query = useQuery(linkedBy(token))
  const parts = useParts()?.parts
  return (
    <BehindLink frame={frame} query={query} isWaiting={!parts}>
      {(appointment) => parts && <Shown {...{ token, appointment, parts }} refetch={query.refetch} />}
    </BehindLink>
  )
}

interface ShownProps {
  token: string
  appointment: Linked
  parts: typeof import('./parts.ts').parts
  /** Asks for the appointment again: the page may have been open for a day. */
  refetch: () => unknown
}

function Shown({ token, appointment, parts, refetch }: ShownProps) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'move' | 'cancel'>()
  const code = useDialogs(open !== undefined)
  const [done, setDone] = useState<'moved' | 'cancelled'>()
  const heading = useFocusWhen<HTMLHeadingElement>(done === 'cancelled')
  const { state, owed = 0 } = appointment
  const dialogs = { move: code?.MoveLinked, cancel: code?.CancelLinked }
  const Dialog = open && dialogs[open]
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {titles[state]}
      </h1>
      <div role="status" className="mt-2 empty:hidden">
        {done === 'moved' && <Done>Moved. This is your new time.</Done>}
      </div>
      <TimeCard label="Appointment" time={appointment} isPast={state === 'cancelled'}>
        {state !== 'cancelled' && <Money appointment={appointment} />}
        {(state === 'changeable' || state === 'too-late') && (
          <>
            <parts.Changes
              appointment={appointment}
              token={token}
              onOpen={(change) => {
                setOpen(change)
                refetch()
              }}
            />
            <div className="mt-4 min-h-10 border-base-300 border-t pt-4">
              <parts.AddToCalendar appointment={{ token }} className="text-link" />
            </div>
          </>
        )}
        {(state === 'begun' || state === 'over') && owed > 0 && <PayNow token={token} />}
      </TimeCard>
      <div className="mt-6">
        <parts.Advice appointment={appointment} />
      </div>
      {Dialog && (
        <Dialog
          token={token}
          appointment={appointment}
          onChanged={(changed) => {
            client.setQueryData(linkedBy(token).queryKey, changed)
            setDone(changed.state === 'cancelled' ? 'cancelled' : 'moved')
          }}
          onClose={() => {
            setOpen(undefined)
            // After a refusal the appointment may be another one.
            refetch()
          }}
        />
      )}
    </>
  )
}

const titles: Record<Linked['state'], string> = {
  changeable: 'Your appointment',
  'too-late': 'Your appointment',
  begun: 'Your appointment',
  over: 'This appointment is over',
  cancelled: 'This appointment is cancelled',
}
