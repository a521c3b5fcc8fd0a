import { useId, useState } from 'react'
import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { messageFor } from '#web/api/http/errors.ts'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import { rangeInWords } from './range.ts'

const useForm = loadWhenIdle(() => import('./AbsenceDialog.tsx'))

interface AbsencesProps {
  doctor: CalendarDoctor
  change: ChangeRules
}

/** Lists a doctor's absences, and adds and removes them. */
export function Absences({ doctor, change }: AbsencesProps) {
  const heading = useId()
  const toast = useToast()
  const [isAdding, setAdding] = useState(false)
  const form = useForm(isAdding)

  function remove({ _id, firstDay, lastDay }: CalendarDoctor['absences'][number]) {
    const days = rangeInWords(firstDay, lastDay)
    void change(
      { kind: 'remove-absence', absenceId: _id },
      {
        question: `Remove the absence ${days}?`,
        action: 'Remove',
        done: `${doctor.name} works ${days}`,
        warning: `${doctor.name} can be booked on these days again.`,
      },
    ).catch((error) => toast('error', messageFor(error)))
  }

  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="text-xl">
          Absences
        </h2>
        <button type="button" className="btn btn-line" onClick={() => setAdding(true)}>
          Add an absence
        </button>
      </div>
      {doctor.absences.length === 0 && <p className="mt-3 text-quiet">None from today on.</p>}
      <ul className="mt-3 grid">
        {doctor.absences.map((absence) => (
          <li
            key={absence._id}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3"
          >
            <span className="min-w-0 flex-1 basis-56">
              {rangeInWords(absence.firstDay, absence.lastDay)}
              {absence.note && <span className="wrap-anywhere block text-quiet text-sm">{absence.note}</span>}
            </span>
            <button type="button" className="btn btn-line px-4" onClick={() => remove(absence)}>
              Remove<span className="sr-only"> {rangeInWords(absence.firstDay, absence.lastDay)}</span>
            </button>
          </li>
        ))}
      </ul>
      {isAdding && form && <form.AbsenceDialog doctor={doctor} change={change} onClose={() => setAdding(false)} />}
    </section>
  )
}
