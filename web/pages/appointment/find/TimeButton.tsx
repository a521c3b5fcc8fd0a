import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Offer, OfferedTreatment } from '#contract/offer.ts'
import { type SoonFilter, soonFor } from '#web/api/soon.ts'
import { formatDayOfWeek, formatTime } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { factsOf } from './facts.ts'
import { keyOf, type Time } from './time-key.ts'

/** A time that was found, and the dentists who are free then, if they are known. */
type FoundTime = Time & { doctorIds?: string[] | undefined }

interface TimesProps {
  offer: Offer
  filter: SoonFilter
  /** The treatments that help, each with one time; its name stands first. */
  helping?: readonly OfferedTreatment[] | undefined
  /** What stands in for the time of a helping treatment that has none. */
  missing?: (treatment: OfferedTreatment) => ReactNode
  /** The key of the time whose dialog is loading. */
  opening: string | undefined
  onBook: (time: Time) => void
  /** Shown if there is no time at all. */
  children?: ReactNode
}

/** The next free times as buttons. */
export function Times({ offer, filter, helping = [], missing, opening, onBook, children }: TimesProps) {
  const query = useQuery(soonFor(filter))
  const without = helping.filter(({ _id }) => !query.data?.some(({ treatmentId }) => treatmentId === _id))
  return (
    <>
      <LoadError what="The free times" query={query} className="mt-3" />
      <ul className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-3" aria-busy={query.isPending}>
        {query.isPending && [1, 2, 3].map((n) => <li key={n} className="skeleton h-20 rounded-field" />)}
        {query.data?.map((time) => (
          <li key={keyOf(time)}>
            <TimeButton
              time={time}
              treatment={offer.treatments.find(({ _id }) => _id === time.treatmentId)}
              doctors={offer.doctors}
              isNameFirst={helping.length > 1}
              busy={opening === keyOf(time)}
              onBook={onBook}
            />
          </li>
        ))}
        {query.data &&
          helping.length > 1 &&
          without.map((treatment) => (
            <li key={treatment._id} className="rounded-field border border-edge border-dashed px-4 py-3">
              <p className="wrap-anywhere font-semibold text-sm">{nameWithPrice(treatment)}</p>
              <p className="mt-1 text-sm">{missing?.(treatment)}</p>
            </li>
          ))}
      </ul>
      {query.data?.length === 0 && helping.length <= 1 && children}
    </>
  )
}

const nameWithPrice = ({ name, price }: OfferedTreatment) => `${name} · ${formatDollars(price)}`

interface TimeButtonProps {
  time: FoundTime
  treatment: OfferedTreatment | undefined
  doctors: Offer['doctors']
  isNameFirst: boolean
  busy: boolean
  onBook: (time: Time) => void
}

/** A time, of which treatment it is, how long that takes with whom, and its price. */
function TimeButton({ time, treatment, doctors, isNameFirst, busy, onBook }: TimeButtonProps) {
  const at = `${formatDayOfWeek(time.day, 'short')}, ${formatTime(slotStartMinutes(time.slot))}`
  const what = treatment && nameWithPrice(treatment)
  const [first, second] = isNameFirst && what ? [what, at] : [at, what]
  return (
    <BusyButton
      busy={busy}
      className="btn btn-line h-auto min-h-22 w-full flex-col items-start justify-start gap-0 px-4 py-3 text-left"
      onClick={() => onBook(time)}
    >
      <span className="wrap-anywhere">
        <span className="sr-only">Book </span>
        {first}
      </span>
      <span className="wrap-anywhere font-normal text-sm">{second}</span>
      {treatment && (
        <span className="wrap-anywhere font-normal text-quiet text-sm">
          {factsOf({ ...treatment, doctorIds: time.doctorIds ?? treatment.doctorIds }, doctors)}
        </span>
      )}
    </BusyButton>
  )
}
