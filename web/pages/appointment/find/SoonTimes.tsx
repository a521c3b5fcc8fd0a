import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Offer, OfferedDoctor, OfferedTreatment } from '#contract/offer.ts'
import { soonFor } from '#web/api/soon.ts'
import { formatDayOfWeek, formatTime } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { reasonWords } from '#web/ui/appointment/reason-words.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { factsOf } from './facts.ts'
import { keyOf, type Time } from './time-key.ts'

interface SoonTimesProps {
  offer: Offer
  /** What the patient needs: a reason, or a treatment. */
  reason: VisitReason | undefined
  treatment: OfferedTreatment | undefined
  doctor: OfferedDoctor | undefined
  /** The key of the time whose dialog is loading. */
  opening: string | undefined
  onBook: (time: Time) => void
  onAnyDentist: () => void
  onClose: () => void
}

/** The next free times, over all days, of what the patient needs: three of one treatment, or the first of each that
 *  helps. One press opens the booking at that time. */
export function SoonTimes(props: SoonTimesProps) {
  const { offer, reason, treatment, doctor, opening, onBook, onAnyDentist, onClose } = props
  const title = useId()
  const query = useQuery(soonFor({ reason, treatment: treatment?._id, doctor: doctor?._id }))
  const treatments = reason ? offer.treatments.filter(({ reasons }) => reasons.includes(reason)) : [treatment]
  const only = treatments.length === 1 ? treatments[0] : undefined
  const isPerformed = !doctor || treatments.some((one) => one?.doctorIds.includes(doctor._id))

  return (
    <section aria-labelledby={title} className="relative mt-4 rounded-box border border-base-300 bg-card p-4 sm:p-5">
      <CloseButton label="Close these times" className="absolute top-2 right-2" onClick={onClose} />
      <h2 id={title} className="pr-10 text-lg leading-tight">
        {titleOf(reason, only)}
        {doctor && <span className="font-normal"> with {doctor.name}</span>}
      </h2>
      <p className="mt-1 max-w-text pr-6 text-quiet text-sm">
        {only?.description}
        {reason === 'pain' && <Pain />}
      </p>
      <LoadError what="The free times" query={query} className="mt-3" />
      <ul className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-3" aria-busy={query.isPending}>
        {query.isPending && [1, 2, 3].map((n) => <li key={n} className="skeleton h-22 rounded-field" />)}
        {query.data?.map((time) => (
          <li key={keyOf(time)}>
            <TimeButton
              time={time}
              treatment={offer.treatments.find(({ _id }) => _id === time.treatmentId)}
              doctors={offer.doctors}
              busy={opening === keyOf(time)}
              onBook={onBook}
            />
          </li>
        ))}
      </ul>
      {query.data?.length === 0 && (
        <p className="mt-2">
          {doctor && !isPerformed ? `${doctor.name} doesn’t do this.` : 'Nothing is free as far ahead as you can book.'}{' '}
          {doctor ? (
            <button type="button" className="text-link min-h-11" onClick={onAnyDentist}>
              Show any dentist
            </button>
          ) : (
            <>
              Please call <ClinicPhone />.
            </>
          )}
        </p>
      )}
    </section>
  )
}

function titleOf(reason: VisitReason | undefined, only: OfferedTreatment | undefined): string {
  if (reason === 'pain') return 'Pain today?'
  return only?.name ?? (reason ? reasonWords[reason] : '')
}

function Pain() {
  return (
    <>
      These are our earliest times. Can’t wait? Call us at <ClinicPhone />.
    </>
  )
}

interface TimeButtonProps {
  time: Time
  treatment: OfferedTreatment | undefined
  doctors: Offer['doctors']
  busy: boolean
  onBook: (time: Time) => void
}

/** A time, of which treatment it is, how long that takes with whom, and its price. */
function TimeButton({ time, treatment, doctors, busy, onBook }: TimeButtonProps) {
  return (
    <BusyButton
      busy={busy}
      className="btn btn-line h-auto min-h-22 w-full flex-col items-start justify-start gap-0 px-4 py-3 text-left"
      onClick={() => onBook(time)}
    >
      <span>
        <span className="sr-only">Book </span>
        {formatDayOfWeek(time.day, 'short')}, {formatTime(slotStartMinutes(time.slot))}
      </span>
      {treatment && (
        <>
          <span className="wrap-anywhere font-normal text-sm">
            {treatment.name} · {formatDollars(treatment.price)}
          </span>
          <span className="wrap-anywhere font-normal text-quiet text-sm">{factsOf(treatment, doctors)}</span>
        </>
      )}
    </BusyButton>
  )
}
