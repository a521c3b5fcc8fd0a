import { type ComponentType, memo, type Ref, useCallback, useEffect, useState } from 'react'
import type { Booking, BookingFields } from '#contract/booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'
import type { BookingModalProps } from './dialog/BookingModal.tsx'
import { useBookingEntry } from './dialog/use-booking-entry.ts'
import { TreatmentCard, TreatmentSkeletons, treatmentGrid } from './TreatmentCard.tsx'

interface TreatmentsProps {
  day: IsoDate
  treatments: Treatment[] | undefined
  /** The patient's appointments, once they are known. */
  bookings: Booking[] | undefined
  error: Error | null
  onRetry: () => void
  onBooked: (booking: Booking) => void
  heading: Ref<HTMLHeadingElement>
}

/** The treatments of a day, and the dialog that books one of them. */
export const Treatments = memo(function Treatments(props: TreatmentsProps) {
  const { day, treatments, bookings, error, onRetry, onBooked, heading } = props
  const dialog = useBookingDialog(day, treatments)
  const [draft, setDraft] = useState<BookingFields>()
  const date = formatMediumDate(day)

  return (
    <section className="shell pt-8" aria-labelledby="available">
      <h2 ref={heading} id="available" tabIndex={-1} aria-live="polite" className="text-xl outline-none md:text-2xl">
        Available Appointments on {date}
      </h2>
      {error && !treatments && (
        <div className="mt-6">
          <LoadError what="The free times" error={error} onRetry={onRetry} />
        </div>
      )}
      {!error && !treatments && <TreatmentSkeletons />}
      {treatments && (
        <ul className={treatmentGrid}>
          {treatments.map((treatment) => (
            <TreatmentCard
              key={treatment._id}
              day={day}
              treatment={treatment}
              ownSlot={bookings?.find((own) => own.date === date && own.treatmentId === treatment._id)?.slot}
              opening={dialog.opening === treatment._id}
              onBook={dialog.open}
            />
          ))}
        </ul>
      )}
      {dialog.Modal && dialog.treatment && (
        <dialog.Modal
          key={dialog.treatment._id}
          treatment={dialog.treatment}
          day={day}
          draft={draft}
          onClose={dialog.close}
          onBooked={(booking) => {
            setDraft(undefined)
            onBooked(booking)
          }}
          onFailed={setDraft}
        />
      )}
    </section>
  )
})

/** The booking dialog, whose code is fetched when the page is idle. It is open while the entry of the history names its treatment, also
 *  after a reload. */
function useBookingDialog(day: IsoDate, treatments: Treatment[] | undefined) {
  const toast = useToast()
  const { treatmentId, open: openEntry, close } = useBookingEntry()
  const [Modal, setModal] = useState<ComponentType<BookingModalProps>>()
  const [opening, setOpening] = useState<string>()
  const [treatment, setTreatment] = useState<Treatment>()
  const named = treatments?.find(({ _id }) => _id === treatmentId)
  const isShown = treatments !== undefined

  // As it was when the dialog opened: the free times are fetched again meanwhile.
  if (treatment?._id !== treatmentId && (named || !treatmentId)) setTreatment(named)
  if (opening && opening === treatment?._id) setOpening(undefined)

  const load = useCallback(async () => {
    const { BookingModal } = await import('./dialog/BookingModal.tsx')
    setModal(() => BookingModal)
  }, [])

  useEffect(() => {
    if (isShown) return whenIdle(() => void load().catch(() => undefined))
  }, [isShown, load])

  // The button answers first: showing the dialog takes more than a frame on a small phone, and its code may be on the way.
  const open = useCallback(
    async ({ _id }: Treatment) => {
      setOpening(_id)
      try {
        await load()
        await openEntry(_id, day)
      } catch {
        setOpening(undefined)
        toast('error', 'The booking form could not be loaded. Please check your connection and try again.')
      }
    },
    [day, load, openEntry, toast],
  )

  return { Modal, treatment, opening, open, close }
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
