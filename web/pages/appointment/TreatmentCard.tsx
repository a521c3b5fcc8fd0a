import CalendarCheck from 'lucide-react/icons/calendar-check'
import { memo, useId, useLayoutEffect, useRef } from 'react'
import { formatDollars } from '#contract/kit/money.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { ClinicZone } from '#web/ui/appointment/ClinicZone.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { spacesAvailable } from './spaces.ts'

/** How the cards stand. */
export const treatmentGrid = 'mt-6 grid gap-6 md:grid-cols-2 lg:grid-cols-3'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']
const card = 'flex flex-col items-start rounded-box border border-base-300 bg-card p-6 lg:p-5 xl:px-6'

interface TreatmentCardProps {
  day: IsoDate
  treatment: Treatment
  /** The time at which the patient has this treatment on this day already. */
  ownSlot?: string | undefined
  /** The button was pressed and its dialog is on the way. */
  opening: boolean
  onBook: (treatment: Treatment) => void
}

/** One treatment on the chosen day: its first free time, how many there are, what it costs. */
export const TreatmentCard = memo(function TreatmentCard(props: TreatmentCardProps) {
  const { day, treatment, ownSlot, opening, onBook } = props
  const { name, slots, price } = treatment
  const [first] = slots
  const heading = useId()
  const label = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // A disabled button loses the focus: the last space may have gone to the person who pressed it.
  useLayoutEffect(() => {
    if (!first && document.activeElement === button.current) title.current?.focus()
  }, [first])

  return (
    <li className={card}>
      <h3 ref={title} id={heading} tabIndex={-1} className="text-xl">
        {name}
      </h3>
      {/* As high without a time. */}
      <div className="mt-2 grid min-h-12 content-center">
        {first && (
          <p className="text-quiet text-sm">
            First free
            <ClinicZone date={day} />
          </p>
        )}
        <p className={first ? 'font-medium' : 'text-error'}>{first ?? 'Try another date.'}</p>
      </div>
      <p className="text-quiet">{spacesAvailable(slots.length)}</p>
      <div className="mt-2 flex w-full flex-wrap items-center justify-between gap-x-3">
        <p className="font-bold">Price: {formatDollars(price)}</p>
        {/* In a line that is there anyway: it comes after the card. */}
        {ownSlot && <OwnTime slot={ownSlot} />}
      </div>
      <BusyButton
        ref={button}
        busy={opening}
        aria-labelledby={`${label} ${heading}`}
        className="btn btn-line mt-4"
        disabled={!first}
        onClick={() => onBook(treatment)}
      >
        <span id={label}>Book Appointment</span>
      </BusyButton>
    </li>
  )
})

function OwnTime({ slot }: { slot: string }) {
  return (
    <p className="flex items-center gap-1 text-quiet text-sm">
      <CalendarCheck size={16} aria-hidden="true" />
      You have this at {slot.slice(0, 8).replace(/^0/, '')}
    </p>
  )
}

/** The cards before it is known what is free. */
export function TreatmentSkeletons() {
  return (
    <ul className={treatmentGrid} aria-busy="true">
      {skeletons.map((name) => (
        <TreatmentCardSkeleton key={name} />
      ))}
    </ul>
  )
}

/** A card's lines, empty. */
export function TreatmentCardSkeleton() {
  return (
    <li className={card} aria-hidden="true">
      <div className="w-full text-xl">
        <Bar width="w-3/5" />
      </div>
      <div className="mt-2 w-full">
        <div className="text-sm">
          <Bar width="w-1/5" />
        </div>
        <Bar width="w-1/2" />
        <Bar width="w-2/5" />
      </div>
      <div className="mt-2 w-full">
        <Bar width="w-1/4" />
      </div>
      <div className="skeleton mt-4 h-11 w-44 rounded-field" />
    </li>
  )
}
