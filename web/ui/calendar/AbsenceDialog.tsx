import { useRef } from 'react'
import { z } from 'zod/mini'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { typedToMedium } from '#web/dates.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { lastDayFrom } from './last-day.ts'

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
  title: string
  text?: string
  submit: string
  /** The day that is filled in; without one, today. */
  day?: IsoDate
  /** Who reads the note. */
  noteHint: string
  /** Saves an absence, with days in the medium format. Resolves to whether it was saved.
   *  @throws the server's refusal */
  onSave: (absence: { firstDay: string; lastDay: string; note: string }) => Promise<boolean>
  onClose: () => void
}

/** The first and the last day of an absence, with a note. */
export function AbsenceDialog({ title, text = '', submit, day, noteHint, onSave, onClose }: AbsenceDialogProps) {
  const today = useClinicToday()
  const dialog = useRef<HTMLDialogElement>(null)
  const first: string = day && day > today ? day : today
  const initial = { firstDay: first, lastDay: first, note: '' }
  const { form, field, getValues, setValue } = useServerForm(
    typedAbsence,
    initial,
    async ({ firstDay, lastDay, note }) => {
      const isSaved = await onSave({ firstDay: typedToMedium(firstDay), lastDay: typedToMedium(lastDay), note })
      if (isSaved) dialog.current?.close()
    },
  )
  const firstDay = field('firstDay')
  return (
    <FormDialog ref={dialog} title={title} text={text} onClose={onClose}>
      <ServerForm {...form} submit={submit} className="mt-4 gap-4">
        <Field
          label="First day"
          type="date"
          min={today}
          required
          data-autofocus
          {...firstDay}
          onChange={async (event) => {
            await firstDay.onChange(event)
            setValue('lastDay', lastDayFrom(event.target.value, getValues('lastDay')))
          }}
        />
        <Field label="Last day" type="date" min={today} required {...field('lastDay')} />
        <Field label="Note" hint={noteHint} autoComplete="off" {...field('note')} />
      </ServerForm>
    </FormDialog>
  )
}
