import { DayPicker, type Labels } from '@daypicker/react'
import { useId, useMemo, useRef, useState } from 'react'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { type Period, periods as periodsSchema, type Week } from '#contract/calendar/hours.ts'
import {
  addMonths,
  formatMediumDate,
  type IsoDate,
  isoWeekday,
  monthOf,
  parseMediumDate,
  readIsoDate,
} from '#contract/kit/time/clinic-date.ts'
import { dayInText, formatDayOfWeek, fromPickerDate, toPickerDate } from '#web/dates.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { nameOfDay, pickerLocale } from '#web/ui/calendar/picker-locale.ts'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import './year.css'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { PeriodsEditor } from '#web/ui/calendar/WeekEditor.tsx'
import { hoursInWords } from '#web/ui/calendar/WeekInWords.tsx'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'

type Day = Calendar['days'][number]

interface SpecialDaysProps {
  days: Day[]
  week: Week
  change: ChangeRules
}

/** A year's calendar, in which a press on a day gives it hours of its own, and the list of the days that have some. */
export function SpecialDays({ days, week, change }: SpecialDaysProps) {
  const today = useClinicToday()
  const [yearsAhead, setYearsAhead] = useState(0)
  const [edited, setEdited] = useState<IsoDate>()
  const byDate = useMemo(() => new Map(days.map((day) => [parseMediumDate(day.date), day])), [days])
  const isUsuallyOpen = (date: IsoDate) =>
    week.some((day) => day.weekday === isoWeekday(date) && day.periods.length > 0)
  const isClosed = (date: IsoDate) => {
    const day = byDate.get(date)
    return day ? day.periods.length === 0 : !isUsuallyOpen(date)
  }
  const labels: Pick<Labels, 'labelDayButton'> = {
    labelDayButton: (date, modifiers, ...rest) => {
      const day = byDate.get(fromPickerDate(date))
      const state = modifiers.closed ? 'closed' : modifiers.special ? 'other hours' : ''
      return [nameOfDay(date, modifiers, ...rest), state, day?.note].filter(Boolean).join(', ')
    },
  }

  return (
    <div className="mt-4">
      <div className="flex items-center justify-between gap-3">
        <button
          type="button"
          className="btn btn-line"
          disabled={yearsAhead === 0}
          onClick={() => setYearsAhead(yearsAhead - 1)}
        >
          Earlier
        </button>
        <button
          type="button"
          className="btn btn-line"
          disabled={yearsAhead === 10}
          onClick={() => setYearsAhead(yearsAhead + 1)}
        >
          Later
        </button>
      </div>
      <DayPicker
        {...pickerLocale()}
        key={yearsAhead}
        mode="single"
        className="year"
        month={toPickerDate(addYears(today, yearsAhead))}
        numberOfMonths={12}
        hideNavigation
        today={toPickerDate(today)}
        disabled={{ before: toPickerDate(today) }}
        modifiers={{
          closed: (date) => isClosed(fromPickerDate(date)),
          special: (date) => byDate.has(fromPickerDate(date)),
        }}
        modifiersClassNames={{ closed: 'year-closed', special: 'year-special' }}
        onSelect={(_, date) => setEdited(fromPickerDate(date))}
        labels={labels}
      />
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-quiet text-sm">
        <span>
          <span className="year-key year-closed">1</span> closed
        </span>
        <span>
          <span className="year-key year-special">1</span> other hours or a note
        </span>
      </p>
      <DayList days={days} onEdit={(date) => setEdited(date)} />
      {edited && (
        <DayDialog
          key={edited}
          date={edited}
          day={byDate.get(edited)}
          usual={week.find((day) => day.weekday === isoWeekday(edited))?.periods ?? []}
          change={change}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

/** The first day of this month, some years later. */
function addYears(today: IsoDate, years: number): IsoDate {
  return `${addMonths(monthOf(today), 12 * years)}-01`
}

function DayList({ days, onEdit }: { days: Day[]; onEdit: (date: IsoDate) => void }) {
  if (days.length === 0) return <p className="mt-5 text-quiet">No day has hours of its own.</p>
  return (
    <ul className="mt-5 grid">
      {days.map(({ date, note, periods }) => {
        const day = parseMediumDate(date)
        return (
          day && (
            <li key={date} className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3">
              <span className="min-w-0 flex-1 basis-56">
                <span className="font-medium">{formatDayOfWeek(day, 'full')}</span>
                <span className="wrap-anywhere block text-quiet text-sm">
                  {[hoursInWords(periods), note].filter(Boolean).join(' · ')}
                </span>
              </span>
              <button type="button" className="btn btn-line px-4" onClick={() => onEdit(day)}>
                Edit<span className="sr-only"> {dayInText(day)}</span>
              </button>
            </li>
          )
        )
      })}
    </ul>
  )
}

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
function DayDialog({ date, day, usual, change, onClose }: DayDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const noteId = useId()
  const [note, setNote] = useState(day?.note ?? '')
  const [periods, setPeriods] = useState<readonly Period[]>(day ? day.periods : usual)
  const [error, setError] = useState('')
  const [lastDay, setLastDay] = useState<IsoDate>()
  const medium = formatMediumDate(date)
  const isRange = lastDay !== undefined && lastDay !== date
  const name = isRange ? `${dayInText(date)} to ${dayInText(lastDay)}` : dayInText(date)
  const saving = useChange(
    (input: CalendarChangeInput) =>
      change(input, { question: `Change ${name}?`, action: 'Change', done: `The hours of ${name} are changed` }),
    { onDone: (isSaved) => isSaved && dialog.current?.close() },
  )

  function set(hours: readonly Period[]) {
    const wrong = periodsSchema.safeParse(hours).error?.issues[0]?.message ?? ''
    setError(wrong)
    if (wrong) return
    const last = isRange && { lastDay: formatMediumDate(lastDay) }
    void saving.run({ kind: 'set-day', day: { date: medium, ...last, note, periods: [...hours] } })
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
        <Field
          label="Last day"
          hint="For several days, such as a holiday. Empty: only this day."
          type="date"
          min={date}
          value={lastDay ?? ''}
          onChange={({ target: { value } }) => setLastDay(readIsoDate(value))}
        />
        <fieldset>
          <legend className="mb-1 font-medium">Hours</legend>
          <PeriodsEditor name={name} none="Closed" periods={periods} onChange={setPeriods} />
        </fieldset>
        <Problem className="text-sm">{error || saving.problem}</Problem>
        <div className="flex flex-wrap gap-3">
          <BusyButton busy={saving.isBusy} className="btn btn-action px-8" onClick={() => set(periods)}>
            Save
          </BusyButton>
          {periods.length > 0 && (
            <button type="button" className="btn btn-line" disabled={saving.isBusy} onClick={() => set([])}>
              Close all day
            </button>
          )}
          {day && (
            <button
              type="button"
              className="btn btn-line"
              disabled={saving.isBusy}
              onClick={() => void saving.run({ kind: 'clear-day', date: medium })}
            >
              Usual hours
            </button>
          )}
        </div>
      </div>
    </FormDialog>
  )
}
