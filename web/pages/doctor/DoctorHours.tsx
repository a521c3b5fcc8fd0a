import { type ReactNode, useId } from 'react'
import type { WeekLetter } from '#contract/calendar/alternating-week.ts'
import type { DoctorFields } from '#contract/calendar/doctor-fields.ts'
import type { Week } from '#contract/calendar/hours.ts'
import { WeekEditor, weekErrors } from '#web/ui/calendar/WeekEditor.tsx'
import { ThisWeek } from './ThisWeek.tsx'

type Hours = Pick<DoctorFields, 'week' | 'weekB'>

interface DoctorHoursProps extends Hours {
  /** Where hours of their own begin. */
  own: Week
  isSubmitted: boolean
  error: string | undefined
  onChange: (hours: Hours) => void
}

/** Chooses when a doctor works: whenever the clinic is open, at the same hours every week, or at those of two weeks in
 *  turn. */
export function DoctorHours({ week, weekB, own, isSubmitted, error, onChange }: DoctorHoursProps) {
  const choice = (label: string, isChecked: boolean, hours: Hours) => (
    <Radio {...{ label, isChecked }} onChoose={() => onChange(hours)} />
  )
  const editor = (edited: Week, set: (week: Week) => Hours) => (
    <WeekEditor
      week={edited}
      none="Not working"
      onChange={(changed) => onChange(set(changed))}
      errors={isSubmitted ? weekErrors(edited) : new Map()}
    />
  )
  return (
    <div className="grid gap-2">
      <fieldset>
        <legend className="mb-2 font-medium">Hours</legend>
        {choice('Whenever the clinic is open', week === null, { week: null, weekB: null })}
        {choice('At these hours, while the clinic is open', week !== null, { week: week ?? own, weekB: weekB ?? null })}
      </fieldset>
      {week && (
        <>
          <fieldset>
            <legend className="sr-only">Weeks</legend>
            {choice('Same hours every week', !weekB, { week, weekB: null })}
            {choice('Two weeks in turn', Boolean(weekB), { week, weekB: weekB ?? week })}
          </fieldset>
          {weekB ? (
            <>
              <ThisWeek />
              <InTurn letter="A">{editor(week, (changed) => ({ week: changed, weekB }))}</InTurn>
              <InTurn letter="B">{editor(weekB, (changed) => ({ week, weekB: changed }))}</InTurn>
            </>
          ) : (
            editor(week, (changed) => ({ week: changed, weekB: null }))
          )}
        </>
      )}
      <p role="alert" className="mt-2 text-error text-sm empty:hidden">
        {error}
      </p>
    </div>
  )
}

function InTurn({ letter, children }: { letter: WeekLetter; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-3">
      <h2 id={id} className="text-lg">
        Week {letter}
      </h2>
      {children}
    </section>
  )
}

function Radio({ label, isChecked, onChoose }: { label: string; isChecked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" className="radio" checked={isChecked} onChange={onChoose} />
      {label}
    </label>
  )
}
