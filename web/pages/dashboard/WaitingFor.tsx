import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { WaitingEntry } from '#contract/booking/waiting-list.ts'
import { deleteWaiting, refreshWaiting, waitingOf } from '#web/api/waiting-list.ts'
import { nearDateInText } from '#web/near-date.ts'
import { periodInText } from '#web/periods.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { whyNoOffer } from '#web/ui/contact/unreached.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { timesInWords } from '#web/ui/waiting-list/wish.ts'

/** What the account's people wait for, each with a button to stop. Nothing while nobody waits. */
export function WaitingFor({ email }: { email: string }) {
  const query = useQuery(waitingOf(email))
  const heading = useRef<HTMLHeadingElement>(null)
  if (query.isError && !query.data) return <LoadError what="What you wait for" query={query} className="mt-8" />
  if (!query.data || query.data.length === 0) return null
  return (
    <section aria-labelledby="waiting-for" className="mt-8 print:hidden">
      <h2 ref={heading} id="waiting-for" tabIndex={-1} className="text-xl">
        Waiting for an earlier time
      </h2>
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {query.data.map((entry) => (
          <Entry key={entry._id} email={email} entry={entry} onLeft={() => heading.current?.focus()} />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  email: string
  entry: WaitingEntry
  onLeft: () => void
}

function Entry({ email, entry, onLeft }: EntryProps) {
  const client = useQueryClient()
  const { treatment, patientName, doctor, lastDay, booking, ended, emailed, because } = entry
  const { run, isBusy } = useChange(() => deleteWaiting(email, entry._id), {
    done: `You no longer wait for ${treatment}`,
    failsInToast: true,
    onDone: onLeft,
    refresh: () => refreshWaiting(client),
  })
  return (
    <li className="flex flex-col items-start rounded-box border border-base-300 bg-card p-6">
      <h3 className="text-lg">{treatment}</h3>
      <p className="wrap-anywhere text-quiet text-sm">For {patientName}</p>
      {ended === undefined ? (
        <>
          <p className="mt-2">{timesInWords(entry)}</p>
          <p>Until {nearDateInText(lastDay)}</p>
          {doctor && <p className="wrap-anywhere">{dentistSentence(doctor)}</p>}
          {booking && (
            <p className="mt-2 text-quiet text-sm">
              Instead of your appointment on {nearDateInText(booking.date)}, {periodInText(booking.slot)}
            </p>
          )}
          {!emailed && <p className="mt-2 font-medium text-sm">{whyNoOffer(because)}</p>}
          <BusyButton busy={isBusy} className="btn btn-line mt-4" onClick={() => void run()}>
            Leave the list
            <span className="sr-only">
              {' '}
              for {treatment}, {patientName}
            </span>
          </BusyButton>
        </>
      ) : (
        <p className="mt-2">{ended}</p>
      )}
    </li>
  )
}

function dentistSentence({ name, works }: { name: string; works: boolean }): string {
  return works ? `With ${name}` : `${name} no longer offers this, so any dentist fits.`
}
