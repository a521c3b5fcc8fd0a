import { useRef } from 'react'
import { z } from 'zod/mini'
import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { rangeInWords } from './range.ts'

const typedAbsence = z
  .object({
    firstDay: z.string().check(z.minLength(1, 'A day is needed')),
    lastDay: z.string().check(z.minLength(1, 'A day is needed')),
    note: textOrEmpty(200),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
      error: 'Must not be before the first day',
      path: ['lastDay'],
    }),
  )

interface AbsenceDialogProps {
  doctor: CalendarDoctor
  change: ChangeRules
  onClose: () => void
}

/** Adds an absence of a doctor. */
export function AbsenceDialog({ doctor, change, onClose }: AbsenceDialogProps) {
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
