import { useId, useRef, useState } from 'react'
import { z } from 'zod/mini'
import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import type { ChangeRules } from '#web/ui/calendar/change.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'

interface AbsencesProps {
  doctor: CalendarDoctor
  change: ChangeRules
}

/** Lists a doctor's absences, and adds and removes them. */
export function Absences({ doctor, change }: AbsencesProps) {
  const heading = useId()
  const toast = useToast()
  const [isAdding, setAdding] = useState(false)

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
      {isAdding && <AbsenceDialog doctor={doctor} change={change} onClose={() => setAdding(false)} />}
    </section>
  )
}

const typedAbsence = z
  .object({
    firstDay: z.string().check(z.minLength(1, 'A day is needed')),
    lastDay: z.string().check(z.minLength(1, 'A day is needed')),
    note: z.string().check(z.maxLength(200, 'Must be 200 characters or shorter')),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
      error: 'Must not be before the first day',
      path: ['lastDay'],
    }),
  )

function AbsenceDialog({ doctor, change, onClose }: AbsencesProps & { onClose: () => void }) {
  const today = useClinicToday()
  const dialog = useRef<HTMLDialogElement>(null)
  const initial = { firstDay: today as string, lastDay: today as string, note: '' }
  const { form, field } = useServerForm(typedAbsence, initial, async ({ firstDay, lastDay, note }) => {
    const medium = (day: string) => formatMediumDate(day as IsoDate)
    const absence = { firstDay: medium(firstDay), lastDay: medium(lastDay), note }
    const days = rangeInWords(absence.firstDay, absence.lastDay)
    const isSaved = await change(
      { kind: 'add-absence', doctorId: doctor._id, absence },
      {
        question: `Is ${doctor.name} absent ${days}?`,
        action: 'Add the absence',
        done: `${doctor.name} is absent ${days}`,
      },
    ).catch((error) => {
      throw toFormError(error, 'change.absence')
    })
    if (isSaved) dialog.current?.close()
  })
  return (
    <FormDialog ref={dialog} title={`Absence of ${doctor.name}`} onClose={onClose}>
      <ServerForm {...form} submit="Add" className="mt-4 gap-4">
        <Field label="First day" type="date" min={today} required data-autofocus {...field('firstDay')} />
        <Field label="Last day" type="date" min={today} required {...field('lastDay')} />
        <Field label="Note" hint="For staff only." autoComplete="off" {...field('note')} />
      </ServerForm>
    </FormDialog>
  )
}

function rangeInWords(firstDay: string, lastDay: string) {
  return firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`
}
