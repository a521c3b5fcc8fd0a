import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { PatientCall } from '#contract/calendar/attention.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { callsOf, patchCall } from '#web/api/attention.ts'
import { clinicMomentAt, dateInText } from '#web/dates.ts'
import { periodInText } from '#web/periods.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { PhoneLink } from '#web/ui/contact/PhoneLink.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

/** The patients who are to be told by phone what became of their appointment, and those who were. Nothing without
 *  any. */
export function Calls({ staff }: { staff: string }) {
  const heading = useId()
  const { data } = useQuery(callsOf(staff))
  if (!data) return null
  const limit = data.textLimit === undefined ? null : <TextLimit limit={data.textLimit} />
  if (data.open.length + data.called.length === 0) return limit
  return (
    <>
      {limit}
      <section aria-labelledby={heading} className="mb-6 rounded-box border border-base-300 bg-card p-5 sm:p-8">
        <h2 id={heading} className="text-xl">
          To call: {formatCount(data.open.length)}
        </h2>
        <p className="mt-2 max-w-text text-quiet">No message reaches these patients, or they want to be called.</p>
        <ul className="mt-4 grid">
          {data.open.map((each) => (
            <CallRow key={each._id} staff={staff} call={each} />
          ))}
        </ul>
        {data.called.length > 0 && (
          <details className="mt-4">
            <summary className="cursor-pointer py-1 font-medium">Called: {formatCount(data.called.length)}</summary>
            <ul className="mt-2 grid">
              {data.called.map((each) => (
                <CallRow key={each._id} staff={staff} call={each} />
              ))}
            </ul>
          </details>
        )}
      </section>
    </>
  )
}

function TextLimit({ limit }: { limit: number }) {
  return (
    <p role="status" className="mb-6 max-w-text rounded-field bg-base-200 p-4">
      Text messages have stopped for today: {formatCount(limit)} were sent, the most that the clinic allows on a day.
      Patients get emails instead; those who have none are listed here to be called. An admin can raise the limit on the
      page Clinic.
    </p>
  )
}

function CallRow({ staff, call }: { staff: string; call: PatientCall }) {
  const client = useQueryClient()
  const isCalled = call.calledAt !== undefined
  const { run, isBusy } = useChange(() => patchCall(staff, call._id, !isCalled), {
    failsInToast: true,
    onDone: (calls) => client.setQueryData(callsOf(staff).queryKey, calls),
    onFailed: () => client.invalidateQueries(callsOf(staff)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3">
      <span className="wrap-anywhere min-w-0 flex-1 basis-64">
        <span className="font-medium">{call.patientName}</span>{' '}
        {call.phone ? <PhoneLink phone={call.phone} /> : 'No phone number: tell them in person'}
        <span className="block text-sm">{whatToSay(call)}</span>
        {call.message && <span className="block text-quiet text-sm">“{call.message}”</span>}
        {call.calledAt && (
          <span className="block text-quiet text-sm">
            Called by {call.calledBy}, {clinicMomentAt(call.calledAt)}
          </span>
        )}
      </span>
      <BusyButton busy={isBusy} className="btn btn-line px-4" onClick={() => void run()}>
        {isCalled ? 'Not called' : 'Called'}
        <span className="sr-only"> {call.patientName}</span>
      </BusyButton>
    </li>
  )
}

function whatToSay({ kind, treatment, date, slot, doctor, from }: PatientCall): string {
  const before = `${dateInText(from.date)}, ${periodInText(from.slot)}`
  if (kind === 'cancelled') return `${treatment} on ${before} is cancelled.`
  if (kind === 'choose') return `${treatment} on ${before} can’t take place. Find another time.`
  if (date === from.date && slot === from.slot) return `${treatment} on ${before} is with ${doctor ?? 'nobody'} now.`
  return `${treatment} moved from ${before} to ${dateInText(date)}, ${periodInText(slot)}${doctor ? `, with ${doctor}` : ''}.`
}
