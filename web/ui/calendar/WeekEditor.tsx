import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type Period, type Week, week as weekSchema } from '#contract/calendar/hours.ts'
import { toMinutes, toTimeText } from './time-text.ts'
import { weekdays } from './Weekdays.tsx'

interface WeekEditorProps {
  week: Week
  /** What a weekday without hours is: 'Closed'. */
  none: string
  onChange: (week: Week) => void
  /** The message about a weekday, by its number. */
  errors: ReadonlyMap<number, string>
}

/** Edits the periods of each weekday. */
export function WeekEditor({ week, none, onChange, errors }: WeekEditorProps) {
  const periodsOf = (weekday: number) => week.find((day) => day.weekday === weekday)?.periods ?? []
  const set = (weekday: number, periods: Period[]) =>
    onChange(
      [...week.filter((day) => day.weekday !== weekday), { weekday, periods }].sort((a, b) => a.weekday - b.weekday),
    )
  const first = weekdays.find(({ day: weekday }) => periodsOf(weekday).length > 0)?.day
  const others = weekdays.filter(({ day: weekday }) => weekday !== first && periodsOf(weekday).length > 0)
  const copyFirst = () => {
    const periods = periodsOf(first ?? 0)
    onChange(week.map((day) => (day.periods.length > 0 ? { ...day, periods } : day)))
  }
  return (
    <div className="grid">
      {weekdays.map(({ day: weekday, name }) => {
        const error = errors.get(weekday)
        return (
          <fieldset key={name} className="border-base-300 border-b py-3 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)]">
            <legend className="float-left w-full pt-2 font-medium sm:w-32">{name}</legend>
            <div className="clear-left min-w-0 sm:clear-none">
              <PeriodsEditor
                name={name}
                none={none}
                periods={periodsOf(weekday)}
                onChange={(periods) => set(weekday, periods)}
              />
              {weekday === first && others.length > 0 && (
                <button type="button" className="text-link mt-2 py-1" onClick={copyFirst}>
                  Copy to all open days
                </button>
              )}
              <p role="alert" className="mt-1 text-error text-sm empty:hidden">
                {error}
              </p>
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

interface PeriodsEditorProps {
  /** The day, for screen readers. */
  name: string
  none: string
  periods: readonly Period[]
  onChange: (periods: Period[]) => void
}

/** Edits the periods of a day. */
export function PeriodsEditor({ name, none, periods, onChange }: PeriodsEditorProps) {
  const replace = (at: number, period: Period) => onChange(periods.map((each, i) => (i === at ? period : each)))
  return (
    <div className="flex flex-wrap items-center gap-2">
      {periods.length === 0 && <p className="py-2 text-quiet max-sm:w-full">{none}</p>}
      {periods.map((period, at) => (
        // The position identifies a period while it is edited.
        <div key={at} className="flex w-full flex-wrap items-center gap-1 sm:gap-2 sm:last-of-type:w-fit">
          <TimeInput
            label={`${name}, from`}
            minutes={period.from}
            onChange={(from) => replace(at, { ...period, from })}
          />
          <span aria-hidden="true">to</span>
          <TimeInput
            label={`${name}, until`}
            minutes={period.until}
            isEnd
            onChange={(until) => replace(at, { ...period, until })}
          />
          <button
            type="button"
            className="btn btn-line btn-square"
            aria-label={`Remove these hours of ${name}`}
            onClick={() => onChange(periods.filter((_, i) => i !== at))}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </div>
      ))}
      <button type="button" className="btn btn-line px-3" onClick={() => onChange([...periods, nextPeriod(periods)])}>
        <Plus size={18} aria-hidden="true" />
        Add hours<span className="sr-only"> of {name}</span>
      </button>
    </div>
  )
}

/** Suggests hours after the last ones. */
function nextPeriod(periods: readonly Period[]): Period {
  const last = periods.at(-1)
  if (!last) return { from: 8 * 60, until: 12 * 60 }
  const from = Math.min(last.until + 60, 1_410)
  return { from, until: Math.min(from + 4 * 60, 1_440) }
}

interface TimeInputProps {
  label: string
  /** After midnight. */
  minutes: number
  /** Whether midnight is the end of the day. */
  isEnd?: boolean
  onChange: (minutes: number) => void
}

/** A time of day. On a phone, where a press anywhere opens the picker, the icon gives its room to the text. */
function TimeInput({ label, minutes, isEnd = false, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      className="input field w-32 max-sm:w-26 max-sm:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
      value={toTimeText(minutes)}
      onChange={({ target }) => target.value && onChange(toMinutes(target.value, { isEnd }))}
    />
  )
}

/** Returns the first message about each weekday of a week; none if it is valid. */
export function weekErrors(week: Week): Map<number, string> {
  const messages = new Map<number, string>()
  for (const { path, message } of weekSchema.safeParse(week).error?.issues ?? []) {
    const weekday = week[Number(path[0])]?.weekday
    if (weekday !== undefined && !messages.has(weekday)) messages.set(weekday, message)
  }
  return messages
}
