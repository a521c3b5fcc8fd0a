import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AbsenceRequest, RequestState } from '#contract/calendar/absence-request.ts'
import { absenceRequestsOf, deleteAbsenceRequest, postAbsenceRequest } from '#web/api/absence-requests.ts'
import { rangeInWords } from '#web/ui/calendar/range.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { ifEmailed } from '#web/unsent.ts'

const useForm = loadWhenIdle(() => import('#web/ui/calendar/AbsenceDialog.tsx'))

const words: Record<RequestState, string> = {
  open: 'Not decided yet',
  accepted: 'Accepted',
  refused: 'Not possible',
  withdrawn: 'Withdrawn',
}

/** The absences that a dentist has asked for, what became of them, and the form for another one. */
export function OwnAbsences({ person }: { person: string }) {
  const heading = useId()
  const client = useQueryClient()
  const toast = useToast()
  const list = useQuery(absenceRequestsOf(person))
  const [isAsking, setAsking] = useState(false)
  const form = useForm(isAsking)
  const refresh = () => client.invalidateQueries(absenceRequestsOf(person))

  return (
    <section aria-labelledby={heading} className="mt-10 max-w-3xl border-base-300 border-t pt-6 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="text-xl">
          Your absences
        </h2>
        <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
          Ask for an absence
        </button>
      </div>
      <LoadError what="Your absences" query={list} />
      {list.data?.length === 0 && <p className="mt-3 text-quiet">You have not asked for any from today on.</p>}
      <ul className="mt-3 grid">
        {list.data?.map((request) => (
          <Request key={request._id} person={person} request={request} refresh={refresh} />
        ))}
      </ul>
      {isAsking && form && (
        <form.AbsenceDialog
          title="Ask for an absence"
          text={`An admin decides. You see the answer here. ${ifEmailed('You get an email then, too.')}`}
          submit="Ask"
          noteHint="Admins read it. For example: a course."
          onSave={async (absence) => {
            await postAbsenceRequest(person, absence)
            await refresh()
            toast('success', `You asked to be absent ${rangeInWords(absence.firstDay, absence.lastDay)}`)
            return true
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

interface RequestProps {
  person: string
  request: AbsenceRequest
  refresh: () => Promise<void>
}

function Request({ person, request, refresh }: RequestProps) {
  const { _id, firstDay, lastDay, note, state, reason } = request
  const days = rangeInWords(firstDay, lastDay)
  const { run, isBusy } = useChange(() => deleteAbsenceRequest(person, _id), {
    done: `You withdrew the request for an absence ${days}`,
    failsInToast: true,
    refresh,
  })

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3">
      <span className="wrap-anywhere min-w-0 flex-1 basis-56">
        <span className="block first-letter:uppercase">{days}</span>
        {note && <span className="block text-quiet text-sm">{note}</span>}
        <span className="block font-medium text-sm">
          {words[state]}
          {reason && `: ${reason}`}
        </span>
      </span>
      {state === 'open' && (
        <BusyButton busy={isBusy} className="btn btn-line px-4" onClick={() => void run()}>
          Withdraw<span className="sr-only"> the request {days}</span>
        </BusyButton>
      )}
    </li>
  )
}
