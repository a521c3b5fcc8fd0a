import { memo, useRef } from 'react'
import { addDays, type IsoDate } from '#contract/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { Bar } from '#web/components/state/Bar.tsx'
import { toPickerDate } from './chosen-day.ts'
import { spacesAvailable } from './spaces.ts'

interface DaySummaryProps {
  /** Not known yet when it is left out. */
  day?: IsoDate
  today?: IsoDate
  treatments?: Treatment[] | undefined
  onChoose?: (day: IsoDate) => void
}

const dayOfWeek = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** The chosen day in words, and how much of it is free; the way to the next day if nothing is. */
export const DaySummary = memo(function DaySummary({ day, today, treatments, onChoose }: DaySummaryProps) {
  const words = useRef<HTMLParagraphElement>(null)
  const free = treatments?.reduce((sum, { slots }) => sum + slots.length, 0)
  const next = day && free === 0 ? addDays(day, 1) : undefined

  // Its button may go with the day, and would take the focus with it.
  function showNext() {
    words.current?.focus()
    if (next) onChoose?.(next)
  }

  return (
    <div className="min-w-0 flex-1 basis-auto md:basis-64">
      <h1 className="text-lg text-quiet">Appointment</h1>
      <p ref={words} tabIndex={-1} className="mt-2 text-balance font-bold text-2xl tracking-tight lg:text-3xl">
        {day ? inWords(day) : <Bar width="w-4/5" />}
      </p>
      <div className="mt-4 text-lg md:max-lg:text-base" aria-live="polite">
        {treatments && free !== undefined ? summary(treatments, free) : <Bar width="w-60" />}
      </div>
      {/* The one takes the other's place, so that nothing below moves. */}
      <div className="mt-4 grid items-start justify-items-start *:[grid-area:1/1]">
        <p className={`max-w-text text-balance text-quiet ${next ? 'invisible' : ''}`}>
          {day === today ? 'This is today. ' : ''}
          Choose a treatment below. You see its price before you book, and you can pay later.
        </p>
        {next && (
          <button type="button" className="btn btn-line" onClick={showNext}>
            Show {dayOfWeek.format(toPickerDate(next))}
          </button>
        )}
      </div>
    </div>
  )
})

/** With the day of the month on the line of its month. */
function inWords(day: IsoDate): string {
  return longDay.format(toPickerDate(day)).replace(/ (?=\d+,)/, '\u00a0')
}

function summary(treatments: Treatment[], free: number): string {
  if (free === 0) return 'Nothing is free on this day.'
  const open = treatments.filter(({ slots }) => slots.length > 0).length
  return `${spacesAvailable(free)} in ${open} ${open === 1 ? 'treatment' : 'treatments'}`
}
