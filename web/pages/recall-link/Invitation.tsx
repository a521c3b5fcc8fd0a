import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RecallPage, RecallTime } from '#contract/recall-link.ts'
import { bookByRecall, recallBy, snoozeRecalls, stopRecalls } from '#web/api/recall-link.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { Linked, type LinkFrame } from '#web/ui/link/LinkPage.tsx'
import { type InvitationChoice, NotNow } from './Choices.tsx'
import type { later } from './later.ts'
import { Times } from './Times.tsx'

interface InvitationProps {
  frame: LinkFrame
  token: string
  wanted: string | undefined
  /** Undefined until it has loaded. */
  ends: typeof later | undefined
}

/** An invitation: the times to press, and how to put invitations off or stop them. */
export function Invitation({ frame, token, wanted, ends }: InvitationProps) {
  const [pressed, setPressed] = useState(wanted)
  const query = useQuery(recallBy(token, pressed))
  const client = useQueryClient()
  const [changed, setChanged] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const state = query.data?.state
  // After each change the pressed button is gone, and with another state the heading is another one.
  useEffect(() => {
    if (changed > 0) heading.current?.focus()
  }, [changed, state])
  const show = (page: RecallPage) => {
    setPressed(undefined)
    client.setQueryData(recallBy(token, undefined).queryKey, page)
    setChanged((times) => times + 1)
  }
  const booking = useChange(
    ({ _id, price }: RecallPage['treatments'][number], { date, slot, doctor }: RecallTime) =>
      bookByRecall({ token, treatmentId: _id, date, slot, price, ...(doctor && { doctor: doctor._id }) }),
    {
      onDone: show,
      // It is taken, or the invitation is over: shows what is free now.
      onFailed: () => {
        setPressed(undefined)
        return client.invalidateQueries({ queryKey: ['recall-link'] })
      },
    },
  )
  const choosing = useChange(
    (choice: InvitationChoice) =>
      typeof choice === 'number' ? snoozeRecalls(token, choice) : stopRecalls(token, choice === 'stop'),
    { onDone: show },
  )

  return (
    <Linked frame={frame} query={query} isWaiting={!ends}>
      {(page) => {
        const outcome = { page, heading, choosing }
        if (page.state === 'booked') return ends && <ends.Booked {...outcome} />
        if (page.state !== 'due') return ends && <ends.Ended {...outcome} />
        return (
          <>
            <h1 ref={heading} tabIndex={-1} className="page-title">
              Time for {page.patientName === undefined ? 'your' : `${page.patientName}’s`} next visit
            </h1>
            <Problem className="mt-3 font-medium">
              {booking.problem ?? (page.taken && 'That time has just been taken. These are free now.')}
            </Problem>
            {page.treatments.map((treatment, at) => (
              <Times
                key={treatment._id}
                treatment={treatment}
                wanted={at === 0 ? page.wanted : undefined}
                busy={booking.sent?.[1]}
                onBook={(time) => void booking.run(treatment, time)}
              />
            ))}
            <NotNow page={page} choosing={choosing} />
          </>
        )
      }}
    </Linked>
  )
}
