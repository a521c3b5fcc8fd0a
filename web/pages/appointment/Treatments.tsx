import { type ComponentType, memo, startTransition, useCallback, useEffect, useState } from 'react'
import { formatMediumDate, type IsoDate } from '#contract/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { useToast } from '#web/components/Toasts.tsx'
import type { BookingModalProps } from './BookingModal.tsx'
import { TreatmentCard, TreatmentSkeletons, treatmentGrid } from './TreatmentCard.tsx'

interface TreatmentsProps {
  day: IsoDate
  treatments: Treatment[] | undefined
  error: Error | null
  onRetry: () => void
}

/** What was pressed 'Book Appointment' for; the dialog is there once its code is. */
interface Booking {
  day: IsoDate
  treatment: Treatment
  Modal?: ComponentType<BookingModalProps>
}

/** The treatments of a day, and the dialog that books one of them. */
export const Treatments = memo(function Treatments({ day, treatments, error, onRetry }: TreatmentsProps) {
  const toast = useToast()
  const [booking, setBooking] = useState<Booking>()
  const close = useCallback(() => startTransition(() => setBooking(undefined)), [])
  const isShown = treatments !== undefined

  useEffect(() => {
    if (isShown) return whenIdle(() => void loadModal().catch(() => undefined))
  }, [isShown])

  // The button answers first: putting up the dialog takes more than a frame on a small phone, and its code may be under way.
  const book = useCallback(
    (treatment: Treatment) => {
      setBooking({ day, treatment })
      loadModal().then(
        ({ BookingModal }) => startTransition(() => setBooking({ day, treatment, Modal: BookingModal })),
        () => {
          setBooking(undefined)
          toast('error', 'The booking form could not be loaded. Please check your connection and try again.')
        },
      )
    },
    [day, toast],
  )

  return (
    <section className="shell pt-16" aria-labelledby="available">
      <h2 id="available" aria-live="polite" className="text-2xl">
        Available Appointments on {formatMediumDate(day)}
      </h2>
      {error && !treatments && (
        <div className="mt-8">
          <LoadError what="The free times" error={error} onRetry={onRetry} />
        </div>
      )}
      {!error && !treatments && <TreatmentSkeletons />}
      {treatments && (
        <ul className={treatmentGrid}>
          {treatments.map((treatment) => (
            <TreatmentCard
              key={treatment._id}
              treatment={treatment}
              opening={booking?.treatment._id === treatment._id && !booking.Modal}
              onBook={book}
            />
          ))}
        </ul>
      )}
      {booking?.Modal && <booking.Modal treatment={booking.treatment} day={booking.day} onClose={close} />}
    </section>
  )
})

function loadModal() {
  return import('./BookingModal.tsx')
}

// Safari has no idle callbacks.
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(work)
  return () => cancelIdleCallback(waiting)
}
