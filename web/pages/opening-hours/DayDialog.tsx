import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Calendar } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { type Period, periods as periodsSchema } from '#contract/calendar/hours.ts'
import { formatDayOfWeek, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { messageFor } from '#web/api/http/errors.ts'
import type { ChangeRules } from '#web/ui/calendar/change.ts'
import { PeriodsEditor } from '#web/ui/calendar/WeekEditor.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { hoursInWords } from './words.ts'

interface DayDialogProps {
  date: IsoDate
  /** Undefined: the day has its usual hours. */
  day: Calendar['days'][number] | undefined
  /** The hours of its weekday. */
  usual: readonly Period[]
  change: ChangeRules
  onClose: () => void
}

/** Closes a day, gives it other hours, or its usual ones again. */
export function DayDialog({ date, day, usual, change, onClose }: DayDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const noteId = useId()
  const [note, setNote] = useState(day?.note ?? '')
  const [periods, setPeriods] = useState<readonly Period[]>(day ? day.periods : usual)
  const [error, setError] = useState('')
  const medium = formatMediumDate(date)
  const save = useMutation({
    mutationFn: (input: CalendarChangeInput) =>
      change(input, { question: `Change ${medium}?`, action: 'Change', done: `The hours of ${medium} are changed` }),
    onSuccess: (isSaved) => isSaved && dialog.current?.close(),
  })

  function set(hours: readonly Period[]) {
    const wrong = periodsSchema.safeParse(hours).error?.issues[0]?.message ?? ''
    setError(wrong)
    if (!wrong) save.mutate({ kind: 'set-day', day: { date: medium, note, periods: [...hours] } })
  }

  return (
    <FormDialog
      ref={dialog}
      title={formatDayOfWeek(date, 'full')}
      text={`Usually: ${hoursInWords(usual)}`}
      onClose={onClose}
    >
      <div className="mt-4 grid gap-4">
        <Field
          id={noteId}
          label="Note"
          hint="Patients see it, such as ‘Public holiday’."
          maxLength={100}
          autoComplete="off"
          data-autofocus
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <fieldset>
          <legend className="mb-1 font-medium">Hours</legend>
          <PeriodsEditor name={medium} none="Closed" periods={periods} onChange={setPeriods} />
        </fieldset>
        <p role="alert" className="text-error text-sm empty:hidden">
          {error || (save.error && messageFor(save.error))}
        </p>
        <div className="flex flex-wrap gap-3">
          <BusyButton busy={save.isPending} className="btn btn-action px-8" onClick={() => set(periods)}>
            Save
          </BusyButton>
          {periods.length > 0 && (
            <button type="button" className="btn btn-line" disabled={save.isPending} onClick={() => set([])}>
              Close all day
            </button>
          )}
          {day && (
            <button
              type="button"
              className="btn btn-line"
              disabled={save.isPending}
              onClick={() => save.mutate({ kind: 'clear-day', date: medium })}
            >
              Usual hours
            </button>
          )}
        </div>
      </div>
    </FormDialog>
  )
}
