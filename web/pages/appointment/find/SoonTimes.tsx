import { useId } from 'react'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Offer, OfferedDoctor, OfferedTreatment } from '#contract/offer.ts'
import { dayOfWeekInText } from '#web/dates.ts'
import { reasonWords } from '#web/ui/appointment/reason-words.ts'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { Times } from './TimeButton.tsx'
import type { Time } from './time-key.ts'

interface SoonTimesProps {
  offer: Offer
  /** What the patient needs: a reason, or a treatment. */
  reason: VisitReason | undefined
  treatment: OfferedTreatment | undefined
  doctor: OfferedDoctor | undefined
  /** The times of a treatment are not before that day. */
  from: IsoDate | undefined
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
  const helping = reason ? offer.treatments.filter(({ reasons }) => reasons.includes(reason)) : [treatment]
  const treatments = helping.filter((each) => each !== undefined)
  const only = treatments.length === 1 ? treatments[0] : undefined
  const from = reason ? undefined : props.from
  const none = (treatment: OfferedTreatment | undefined) =>
    doctor && treatment && !treatment.doctorIds.includes(doctor._id)
      ? `${doctor.name} doesn’t do this.`
      : 'Nothing is free as far ahead as you can book.'

  return (
    <section aria-labelledby={title} className="relative mt-4 rounded-box border border-base-300 bg-card p-4 sm:p-5">
      <CloseButton label="Close these times" className="absolute top-2 right-2" onClick={onClose} />
      <h2 id={title} className="pr-10 text-lg leading-tight">
        {titleOf(reason, only)}
        {doctor && <span className="font-normal"> with {doctor.name}</span>}
        {from && <span className="font-normal"> from {dayOfWeekInText(from, 'short')}</span>}
      </h2>
      <p className="mt-1 max-w-text pr-6 text-quiet text-sm">
        {only?.description}
        {reason === 'pain' && <Pain />}
      </p>
      <Times
        {...{ offer, opening, onBook }}
        filter={{ reason, treatment: treatment?._id, doctor: doctor?._id, from }}
        helping={treatments}
        missing={(treatment) => (
          <>
            {none(treatment)} <Instead doctor={doctor} onAnyDentist={onAnyDentist} />
          </>
        )}
      >
        <p className="mt-2">
          {none(only)} <Instead doctor={doctor} onAnyDentist={onAnyDentist} />
        </p>
      </Times>
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

/** What a patient can do if there is no time. */
function Instead({ doctor, onAnyDentist }: Pick<SoonTimesProps, 'doctor' | 'onAnyDentist'>) {
  if (doctor) {
    return (
      <button type="button" className="text-link min-h-11" onClick={onAnyDentist}>
        Show any dentist
      </button>
    )
  }
  return (
    <>
      Please call <ClinicPhone />.
    </>
  )
}
