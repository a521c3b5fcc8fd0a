import { memo, useId, useLayoutEffect, useRef } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { formatDayOfWeek, showSlot } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { ClinicZone } from '#web/ui/appointment/AppointmentTime.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { MoveOwn, OwnTime } from './OwnBooking.tsx'

/** Classes of the grid of cards. */
export const treatmentGrid = 'mt-4 grid gap-6 md:mt-6 md:grid-cols-2 lg:grid-cols-3'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']
const card =
  'flex flex-col items-start rounded-box border border-base-300 bg-card p-4 max-sm:pt-3 sm:p-6 lg:p-5 xl:px-6'

interface TreatmentCardProps {
  day: IsoDate
  treatment: Treatment
  /** It stands under the heading of its category. */
  inCategory?: boolean
  /** The account's own booking of this treatment on this day. */
  own?: Booking | undefined
  /** It is the patient's own, and can be moved. */
  isToMove?: boolean
  /** The next day with a free time, if this day has none and the next is known. */
  nextDay?: IsoDate | undefined
  onChoose: (day: IsoDate, byPointer: boolean) => void
  /** A sentence about the treatment, and how long it takes with whom; absent while unknown. */
  description: string | undefined
  facts: string | undefined
  /** The button was pressed and the dialog is loading. */
  opening: boolean
  onBook: (treatment: Treatment) => void
  /** Asks to be told when an earlier time frees up. */
  onWait: (treatment: Treatment) => void
}

/** One treatment on the chosen day: its first free time or the next day that has one, the number of free times, and its
 *  price. */
export const TreatmentCard = memo(function TreatmentCard(props: TreatmentCardProps) {
  const { day, treatment, inCategory, own, isToMove, nextDay, onChoose, onBook, onWait } = props
  const { description, facts, opening } = props
  const { name, slots, price } = treatment
  const [first] = slots
  const heading = useId()
  const label = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const Title = inCategory ? 'h4' : 'h3'

  // A disabled button loses the focus, also when its user has just booked the last slot.
  useLayoutEffect(() => {
    if (!first && document.activeElement === button.current) title.current?.focus()
  }, [first])

  return (
    <li className={card}>
      <Title ref={title} id={heading} tabIndex={-1} className="text-xl">
        {name}
      </Title>
      {description && <p className="mt-1 text-quiet text-sm">{description}</p>}
      {facts && <p className="wrap-anywhere mt-1 text-quiet text-sm">{facts}</p>}
      {/* The times of cards in a row stand side by side, however long their texts are. */}
      <div className="mt-auto">
        {first ? <FirstFree day={day} slot={first} /> : <NoneFree nextDay={nextDay} onChoose={onChoose} />}
      </div>
      <p className="text-quiet">{countOf(slots.length, 'space')} available</p>
      <div className="flex w-full flex-wrap items-center justify-between gap-x-3 md:mt-2">
        <p className="font-bold">Price: {formatDollars(price)}</p>
        {/* Loads after the card, so it shares a line. */}
        {own && <OwnTime booking={own} />}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 md:mt-4">
        <BusyButton
          ref={button}
          busy={opening}
          aria-labelledby={`${label} ${heading}`}
          className="btn btn-line"
          disabled={!first}
          onClick={() => onBook(treatment)}
        >
          <span id={label}>Book Appointment</span>
        </BusyButton>
        {own && isToMove && <MoveOwn booking={own} />}
      </div>
      {!first && (
        <button
          type="button"
          className="text-link mt-2 min-h-11 cursor-pointer text-left"
          onClick={() => onWait(treatment)}
        >
          Tell me if an earlier time frees up<span className="sr-only"> for {name}</span>
        </button>
      )}
    </li>
  )
})

// On a desktop as high as without a free time, so that the cards of a row agree. On a phone one line: the first card's
// button is in the first screen, and the summary above it names the zone.
function FirstFree({ day, slot }: { day: IsoDate; slot: string }) {
  return (
    <div className="mt-1 flex flex-wrap items-baseline gap-x-2 md:mt-2 md:block md:min-h-12">
      <p className="text-quiet text-sm">
        First free
        <span className="max-md:hidden">
          <ClinicZone date={day} />
        </span>
      </p>
      <p className="font-medium">{showSlot(slot)}</p>
    </div>
  )
}

// As high with and without the next day, which may come later.
function NoneFree({ nextDay, onChoose }: Pick<TreatmentCardProps, 'nextDay' | 'onChoose'>) {
  return (
    <div className="mt-2 min-h-12">
      <p className="text-error leading-5">Try another date.</p>
      {nextDay && (
        <button
          type="button"
          className="text-link -my-1 cursor-pointer py-1"
          onClick={({ detail }) => onChoose(nextDay, detail > 0)}
        >
          Next free: {formatDayOfWeek(nextDay, 'short')}
        </button>
      )}
    </div>
  )
}

/** Placeholders for the cards while the free times load. */
export function TreatmentSkeletons() {
  return (
    <ul className={treatmentGrid} aria-busy="true">
      {skeletons.map((name) => (
        <TreatmentCardSkeleton key={name} />
      ))}
    </ul>
  )
}

/** Placeholder for a card. */
export function TreatmentCardSkeleton() {
  return (
    <li className={card} aria-hidden="true">
      <div className="w-full text-xl">
        <Bar width="w-3/5" />
      </div>
      <div className="mt-1 w-full text-sm">
        <Bar width="w-full" />
        <Bar width="w-2/5" />
      </div>
      <div className="mt-1 w-full text-sm">
        <Bar width="w-3/5" />
      </div>
      <div className="mt-1 w-full md:mt-2">
        <div className="text-sm max-md:hidden">
          <Bar width="w-1/5" />
        </div>
        <Bar width="w-1/2" />
      </div>
      <div className="w-full">
        <Bar width="w-2/5" />
      </div>
      <div className="w-full md:mt-2">
        <Bar width="w-1/4" />
      </div>
      <div className="skeleton mt-3 h-11 w-44 rounded-field md:mt-4" />
    </li>
  )
}

/** Returns '1 space', '16 spaces'. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
