import { type MouseEvent, memo, useRef } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Treatment } from '#contract/treatment.ts'
import type { DayOverview } from '#web/api/treatments.ts'
import { clinic } from '#web/clinic.ts'
import { dayOfWeekInText, formatDayOfWeek } from '#web/dates.ts'
import { ClinicZone } from '#web/ui/appointment/AppointmentTime.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { countOf } from '../TreatmentCard.tsx'

interface DaySummaryProps {
  /** Undefined while the page is loading. */
  day?: IsoDate
  today?: IsoDate | undefined
  treatments?: Treatment[] | undefined
  /** They are those that help for what the patient needs. */
  isNarrowed?: boolean | undefined
  overview?: DayOverview | undefined
  /** The next day with free times if this one has none; null if there is none. */
  next?: IsoDate | null | undefined
  /** The name of the dentist whose times these are; any dentist's without. */
  dentist?: string | undefined
  /** `byPointer`: by mouse or touch, not by keyboard. */
  onChoose?: (day: IsoDate, byPointer: boolean) => void
}

/** The chosen day in words and the number of its free times; if it has none, why not and a button to the next day that
 *  has. */
export const DaySummary = memo(function DaySummary(props: DaySummaryProps) {
  const { day, today, treatments, isNarrowed, overview, next, dentist, onChoose } = props
  const words = useRef<HTMLParagraphElement>(null)
  const isFull = treatments?.every(({ slots }) => slots.length === 0) ?? false

  // The button goes with the day, so the focus moves first.
  function showNext({ detail }: MouseEvent) {
    words.current?.focus({ preventScroll: true })
    // `detail` is 0 for a click by key.
    if (next) onChoose?.(next, detail > 0)
  }

  return (
    <div className="min-w-0 flex-1 basis-auto md:basis-64">
      <h1 className="text-base text-quiet max-md:sr-only md:text-lg">Appointment</h1>
      <p
        ref={words}
        tabIndex={-1}
        className="mt-1 text-balance font-bold text-xl tracking-tight md:text-2xl lg:text-3xl"
      >
        {day ? inWords(day) : <Bar width="w-4/5" />}
      </p>
      <div className="mt-1 max-md:text-sm md:mt-3 lg:text-lg" aria-live="polite">
        {day && treatments ? (
          <Availability {...{ day, treatments, isNarrowed, overview, dentist }} />
        ) : (
          <Bar width="w-60" />
        )}
      </div>
      {/* In one grid cell, so that nothing below moves. A phone has no room for it: the first card begins here, and the
          next free times have the button. */}
      <div
        className={`mt-2 grid min-h-11 items-start justify-items-start *:[grid-area:1/1] md:mt-3 ${next === null ? '' : 'max-md:hidden'}`}
      >
        <p className={`max-w-text text-balance text-quiet max-md:hidden ${isFull ? 'invisible' : ''}`}>
          {day === today ? 'This is today. ' : ''}
          Choose a treatment below. You see its price before you book, and you can pay later.
        </p>
        {next && (
          <button type="button" className="btn btn-action" onClick={showNext}>
            Show {dayOfWeekInText(next)}
          </button>
        )}
        {next === null && (
          <p className="text-quiet">
            {treatments?.length !== 0 &&
              `${dentist ? `${dentist} is` : 'We’re'} fully booked as far ahead as you can book. `}
            Please call {clinic.phone}.
          </p>
        )}
      </div>
    </div>
  )
})

/** Keeps the month and the day of the month on one line. */
function inWords(day: IsoDate): string {
  return formatDayOfWeek(day, 'full').replace(/ (?=\d+,)/, '\u00a0')
}

function Availability({
  day,
  treatments,
  isNarrowed = false,
  overview,
  dentist,
}: Required<Pick<DaySummaryProps, 'day' | 'treatments'>> &
  Pick<DaySummaryProps, 'isNarrowed' | 'overview' | 'dentist'>) {
  const open = (treatments ?? []).filter(({ slots }) => slots.length > 0)
  if (isNarrowed && open.length === 0) return 'No free times this day for what you need.'
  if (treatments?.length === 0) return 'Online booking isn’t open at the moment.'
  if (open.length === 0) return noFreeTimesReason(overview, dentist)
  // Treatments share the times at which they can begin.
  const free = new Set(open.flatMap(({ slots }) => slots.map(slotStartMinutes))).size
  return (
    <>
      {countOf(free, 'free time')} across {countOf(open.length, 'treatment')}
      {dentist && ` with ${dentist}`}
      <ClinicZone date={day} />
    </>
  )
}

/** Says why nothing can be booked on a day, with one dentist if they are named. `overview` is undefined if it is
 *  unknown. */
export function noFreeTimesReason(overview: DayOverview | undefined, dentist?: string): string {
  const { state, note } = overview ?? {}
  if (state === 'closed') return note ? `We’re closed this day: ${note}` : 'We’re closed this day.'
  if (state === 'over') return 'It’s too late to book for today.'
  if (state === undefined) return 'No free times this day.'
  return dentist ? `${dentist} has no free times this day.` : 'We’re fully booked this day.'
}
