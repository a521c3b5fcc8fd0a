import { useId, useLayoutEffect, useRef } from 'react'
import type { Treatment } from '#contract/treatment.ts'
import { spacesAvailable } from './spaces.ts'

const card = 'flex flex-col items-start rounded-box border border-base-300 bg-base-100 p-6'

/** One treatment on the chosen day: its first free time, how many there are, what it costs. */
export function TreatmentCard({ treatment, onBook }: { treatment: Treatment; onBook: () => void }) {
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
      <button
        ref={button}
        type="button"
        aria-describedby={heading}
        className="btn btn-line mt-5"
        disabled={!first}
        onClick={onBook}
      >
        Book Appointment
      </button>
    </li>
  )
}

export function TreatmentCardSkeleton() {
  return (
    <li className={card} aria-hidden="true">
      <div className="skeleton h-7.25 w-3/5" />
      <div className="skeleton mt-4 h-5 w-1/2" />
      <div className="skeleton mt-2 h-5 w-2/5" />
      <div className="skeleton mt-4 h-5 w-1/4" />
      <div className="skeleton mt-6 h-11 w-44" />
    </li>
  )
}
