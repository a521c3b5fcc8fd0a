import { memo } from 'react'
import type { IsoDate } from '#contract/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { Bar } from '#web/components/state/Bar.tsx'
import { toPickerDate } from './chosen-day.ts'
import { spacesAvailable } from './spaces.ts'

interface DaySummaryProps {
  /** Not known yet when it is left out. */
  day?: IsoDate
  today?: IsoDate
  treatments?: Treatment[] | undefined
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** The chosen day in words, and how much of it is free. */
export const DaySummary = memo(function DaySummary({ day, today, treatments }: DaySummaryProps) {
  return (
    <div className="min-w-0 flex-1 basis-auto md:basis-64">
      <h1 className="text-lg text-quiet">Appointment</h1>
      <p className="mt-2 text-balance font-bold text-2xl tracking-tight lg:text-3xl">
        {day ? inWords(day) : <Bar width="w-4/5" />}
      </p>
      <div className="mt-4 text-lg md:max-lg:text-base" aria-live="polite">
        {treatments ? summary(treatments) : <Bar width="w-60" />}
      </div>
      <p className="mt-4 max-w-text text-balance text-quiet">
        {day === today ? 'This is today. ' : ''}
        Choose a treatment below. You see its price before you book, and you can pay later.
      </p>
    </div>
  )
})

/** With the day of the month on the line of its month. */
function inWords(day: IsoDate): string {
  return longDay.format(toPickerDate(day)).replace(/ (?=\d+,)/, '\u00a0')
}

function summary(treatments: Treatment[]): string {
  const free = treatments.reduce((sum, { slots }) => sum + slots.length, 0)
  if (free === 0) return 'Nothing is free on this day.'
  const open = treatments.filter(({ slots }) => slots.length > 0).length
  return `${spacesAvailable(free)} in ${open} ${open === 1 ? 'treatment' : 'treatments'}`
}
