import { type MouseEvent, useId } from 'react'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer, OfferedDoctor } from '#contract/offer.ts'
import { dayInText, dayOfWeekInText } from '#web/dates.ts'
import { lastBookableDay, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Times } from './TimeButton.tsx'
import type { Time } from './time-key.ts'

interface NextTimesProps {
  offer: Offer
  doctor: OfferedDoctor | undefined
  /** Not before that day; from today on without. */
  from: IsoDate | undefined
  /** The day that the address asks for, if it can't be booked. */
  asked: IsoDate | undefined
  /** The next day with free times, if the chosen one has none. */
  next: IsoDate | null | undefined
  /** `byPointer`: by mouse or touch, not by keyboard. */
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** The key of the time whose dialog is loading. */
  opening: string | undefined
  onBook: (time: Time) => void
}

/** In front of the cards of a day that is finished: the next three free times, and on a phone a button to their day. */
export function NextTimes({ offer, doctor, from, asked, next, onChoose, opening, onBook }: NextTimesProps) {
  const title = useId()
  const today = useClinicToday()
  return (
    <section aria-labelledby={title} className="mt-3 rounded-box border border-base-300 bg-card p-4 sm:p-5 md:mt-6">
      <h3 id={title} className="text-lg leading-tight">
        Next free times
        {doctor && <span className="font-normal"> with {doctor.name}</span>}
      </h3>
      {asked && <p className="mt-1 text-quiet text-sm">{whyNot(asked, today)}</p>}
      <Times {...{ offer, opening, onBook }} filter={{ doctor: doctor?._id, from }} />
      {next && (
        <button
          type="button"
          className="btn btn-line mt-3 w-full md:hidden"
          // `detail` is 0 for a click by key.
          onClick={({ detail }: MouseEvent) => onChoose(next, detail > 0)}
        >
          Show {dayOfWeekInText(next)}
        </button>
      )}
    </section>
  )
}

function whyNot(asked: IsoDate, today: IsoDate): string {
  return asked < today ? `${dayInText(asked)} has passed.` : `You can book until ${dayInText(lastBookableDay(today))}.`
}
