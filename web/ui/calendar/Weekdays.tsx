import { type ComponentProps, useId } from 'react'
import { inSentences } from '#contract/kit/locale.ts'
import { weekdayNames } from '#contract/kit/time/shown-date.ts'
import { workWeek } from '#contract/kit/week.ts'
import { clinic } from '#web/clinic.ts'

const names = weekdayNames(inSentences(clinic))

/** The weekdays, 1 (Monday) to 7, in the clinic's order, with their names. */
export const weekdays = workWeek(clinic.country).map((day) => ({ day, name: names[day - 1] ?? '' }))

interface WeekdaysProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value'> {
  legend: string
  hint?: string
  error: string | undefined
}

/** A choice of weekdays. */
export function Weekdays({ legend, hint, error, ...checkbox }: WeekdaysProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <fieldset {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}>
      <legend className="mb-1 font-medium">{legend}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-4">
        {weekdays.map(({ day, name }) => (
          <label key={day} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input {...checkbox} type="checkbox" value={day} className="checkbox" />
            {name}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-error text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
