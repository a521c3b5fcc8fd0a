import { memo, useId, useLayoutEffect, useRef } from 'react'
import type { Treatment } from '#contract/treatment.ts'
import { BusyButton } from '#web/components/BusyButton.tsx'
import { Bar } from '#web/components/state/Bar.tsx'
import { spacesAvailable } from './spaces.ts'

/** How the cards stand. */
export const treatmentGrid = 'mt-8 grid gap-6 md:grid-cols-2 lg:grid-cols-3'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']
const card = 'flex flex-col items-start rounded-box border border-base-300 bg-base-100 p-6'

interface TreatmentCardProps {
  treatment: Treatment
  /** Its booking was asked for and is about to be shown. */
  opening: boolean
  onBook: (treatment: Treatment) => void
}

/** One treatment on the chosen day: its first free time, how many there are, what it costs. */
export const TreatmentCard = memo(function TreatmentCard({ treatment, opening, onBook }: TreatmentCardProps) {
  const { name, slots, price } = treatment
  const [first] = slots
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // The last space is gone, perhaps to who stands here: a button that can't be pressed would drop the focus.
  useLayoutEffect(() => {
    if (!first && document.activeElement === button.current) title.current?.focus()
  }, [first])

  return (
    <li className={card}>
      <h3 ref={title} id={heading} tabIndex={-1} className="text-xl">
        {name}
      </h3>
      <p className={`mt-3 ${first ? '' : 'text-error'}`}>{first ?? 'Try another date.'}</p>
      <p className="text-quiet">{spacesAvailable(slots.length)}</p>
      <p className="mt-3 font-bold">Price: ${price}</p>
      <BusyButton
        ref={button}
        busy={opening}
        aria-describedby={heading}
        className="btn btn-line mt-5"
        disabled={!first}
        onClick={() => onBook(treatment)}
      >
        Book Appointment
      </BusyButton>
    </li>
  )
})

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
      <div className="mt-3 w-full">
        <Bar width="w-1/2" />
        <Bar width="w-2/5" />
      </div>
      <div className="mt-3 w-full">
        <Bar width="w-1/4" />
      </div>
      <div className="skeleton mt-5 h-11 w-44 rounded-field" />
    </li>
  )
}
