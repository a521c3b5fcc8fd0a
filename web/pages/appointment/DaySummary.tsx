import type { IsoDate } from '#contract/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { toPickerDate } from './chosen-day.ts'
import { spacesAvailable } from './spaces.ts'

interface DaySummaryProps {
  day: IsoDate
  today: IsoDate
  treatments: Treatment[] | undefined
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** The chosen day in words, and how much of it is free. */
export function DaySummary({ day, today, treatments }: DaySummaryProps) {
  const free = treatments?.reduce((sum, { slots }) => sum + slots.length, 0)
  return (
    <div className="min-w-0 flex-1 basis-80">
      <h1 className="text-lg text-quiet">Appointment</h1>
      <p className="mt-2 font-[650] text-3xl tracking-tight">{longDay.format(toPickerDate(day))}</p>
      <p className="mt-4 min-h-[1.6em] text-lg" aria-live="polite">
        {free !== undefined && treatments && summary(free, treatments)}
      </p>
      <p className="mt-4 max-w-[50ch] text-quiet">
        {day === today ? 'This is today. ' : ''}
        Choose a treatment below. You see its price before you book, and you can pay later.
      </p>
    </div>
  )
}

function summary(free: number, treatments: Treatment[]): string {
  if (free === 0) return 'Nothing is free on this day. Please choose another.'
  const open = treatments.filter(({ slots }) => slots.length > 0).length
  return `${spacesAvailable(free)} in ${open} ${open === 1 ? 'treatment' : 'treatments'}`
}
