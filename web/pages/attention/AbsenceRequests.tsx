import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AbsenceRequest } from '#contract/calendar/absence-request.ts'
import { absenceRequestsOf } from '#web/api/absence-requests.ts'
import { rangeInWords } from '#web/ui/calendar/range.ts'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

const useRefuse = loadWhenIdle(() => import('./RefuseDialog.tsx'))

/** The absences that dentists ask for, which an admin accepts or refuses. Nothing without any. `onDecided` is called
 *  when a row goes. */
export function AbsenceRequests({ admin, onDecided }: { admin: string; onDecided: () => void }) {
  const heading = useId()
  const list = useQuery(absenceRequestsOf(admin))
  const { change, dialog } = useRuleChange()
  const client = useQueryClient()
  const [refused, setRefused] = useState<AbsenceRequest>()
  const refuse = useRefuse(refused !== undefined)

  const accepting = useChange(
    ({ _id, doctorId, doctor, firstDay, lastDay, note }: AbsenceRequest) => {
      const days = rangeInWords(firstDay, lastDay)
      return change(
        { kind: 'add-absence', doctorId, absence: { firstDay, lastDay, note }, requestId: _id },
        { question: `Is ${doctor} absent ${days}?`, action: 'Accept', done: `${doctor} is absent ${days}` },
      )
    },
    {
      failsInToast: true,
      onDone: (isAccepted) => isAccepted && onDecided(),
      onFailed: () => client.invalidateQueries(absenceRequestsOf(admin)),
    },
  )

  return (
    <>
      <LoadError what="The absences that dentists ask for" query={list} className="mb-6" />
      {list.data && list.data.length > 0 && (
        <section aria-labelledby={heading} className="mb-8">
          <h2 id={heading} className="text-xl">
            Absences asked for
          </h2>
          <ul className="mt-3 grid gap-4">
            {list.data.map((request) => (
              <li
                key={request._id}
                className="rounded-box border border-base-300 bg-card p-5 sm:flex sm:flex-wrap sm:items-center sm:gap-6"
              >
                <div className="wrap-anywhere min-w-0 flex-1 basis-80">
                  <p className="font-bold">{request.doctor}</p>
                  <p className="first-letter:uppercase">{rangeInWords(request.firstDay, request.lastDay)}</p>
                  {request.note && <p className="text-quiet text-sm">{request.note}</p>}
                </div>
                <div className="flex flex-wrap gap-2 max-sm:mt-4">
                  <BusyButton
                    busy={accepting.sent?.[0]._id === request._id}
                    className="btn btn-action px-4"
                    onClick={() => void accepting.run(request)}
                  >
                    Accept<span className="sr-only"> the absence of {request.doctor}</span>
                  </BusyButton>
                  <button type="button" className="btn btn-line px-4" onClick={() => setRefused(request)}>
                    Refuse<span className="sr-only"> the absence of {request.doctor}</span>
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused && refuse && (
        <refuse.RefuseDialog admin={admin} request={refused} onDone={onDecided} onClose={() => setRefused(undefined)} />
      )}
      {dialog}
    </>
  )
}
