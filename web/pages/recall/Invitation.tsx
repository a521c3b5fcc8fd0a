import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RecallPage, RecallTime } from '#contract/recall.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { bookByRecall, recallBy, snoozeRecalls, stopRecalls } from '#web/api/recall-link.ts'
import { InvalidLink } from '#web/ui/appointment/InvalidLink.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { NotNow } from './NotNow.tsx'
import { Booked, Ended } from './Outcome.tsx'
import { Times } from './Times.tsx'

/** An invitation: the times to press, and how to put invitations off or stop them. */
export function Invitation({ token, wanted }: { token: string; wanted: string | undefined }) {
  const [pressed, setPressed] = useState(wanted)
  const options = recallBy(token, pressed)
  const query = useQuery(options)
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
  const booking = useMutation({
    mutationFn: ({ treatment, time }: { treatment: RecallPage['treatments'][number]; time: RecallTime }) =>
      bookByRecall({
        ...{ token, treatmentId: treatment._id, date: time.date, slot: time.slot, price: treatment.price },
        ...(time.doctor && { doctor: time.doctor._id }),
      }),
    onSuccess: show,
    // It is taken, or the invitation is over: shows what is free now.
    onError: () => {
      setPressed(undefined)
      void client.invalidateQueries({ queryKey: ['recall-link'] })
    },
  })
  const choice = useMutation({
    mutationFn: (change: 1 | 3 | 'stop' | 'start') =>
      typeof change === 'number' ? snoozeRecalls(token, change) : stopRecalls(token, change === 'stop'),
    onSuccess: show,
  })

  const { data: page } = query
  if (query.isPending) return <InvitationSkeleton />
  if (page === null) return <InvalidLink />
  if (!page) return <LoadError what="Your invitation" query={query} />
  const emails = {
    ...{ isStopped: page.stopped === true, busy: choice.isPending, error: choice.error },
    onChoose: (change: 'stop' | 'start') => choice.mutate(change),
  }
  if (page.state === 'booked') return <Booked page={page} heading={heading} emails={emails} />
  if (page.state !== 'due') return <Ended page={page} heading={heading} emails={emails} />
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        Time for {page.patientName === undefined ? 'your' : `${page.patientName}’s`} next visit
      </h1>
      <p role="alert" className="mt-3 font-medium text-error empty:hidden">
        {booking.error && messageFor(booking.error)}
        {!booking.error && page.taken && 'That time has just been taken. These are free now.'}
      </p>
      {page.treatments.map((treatment, at) => (
        <Times
          key={treatment._id}
          treatment={treatment}
          wanted={at === 0 ? page.wanted : undefined}
          busy={booking.isPending ? booking.variables.time : undefined}
          onBook={(time) => booking.mutate({ treatment, time })}
        />
      ))}
      <NotNow page={page} busy={choice.isPending} error={choice.error} onChoose={(change) => choice.mutate(change)} />
    </>
  )
}

/** Placeholder for the page while the invitation loads. */
export function InvitationSkeleton() {
  return (
    <>
      <h1 className="page-title">Time for your next visit</h1>
      <p role="status" className="sr-only">
        Loading the free times
      </p>
      <div className="mt-6 grid gap-3" aria-hidden="true">
        <Bar width="w-4/5" />
        <div className="skeleton mt-3 h-18" />
        <div className="skeleton h-18" />
        <div className="skeleton h-18" />
      </div>
    </>
  )
}
