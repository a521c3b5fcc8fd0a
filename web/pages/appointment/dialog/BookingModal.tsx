import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate, weekdayOf } from '#contract/kit/time/clinic-date.ts'
import { slotsOverlap } from '#contract/kit/time/slot.ts'
import type { Treatment } from '#contract/treatment.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { usePerson } from '#web/session/use-person.ts'
import { CloseButton } from '#web/ui/dialog/CloseButton.tsx'
import { Modal } from '#web/ui/dialog/Modal.tsx'
import { nextFrame } from '#web/ui/feedback/schedule.ts'
import { BookingForm } from './BookingForm.tsx'
import { type BookingDraft, useBooking } from './use-booking.ts'

export interface BookingModalProps {
  treatment: Treatment
  day: IsoDate
  /** The values of a failed attempt. */
  draft: BookingDraft | undefined
  onClose: () => void
  onBooked: (booking: Booking) => void
  onFailed: (draft: BookingDraft) => void
}

/** Asks for time, dentist and phone and books. Closes after any response of the server. */
export function BookingModal({ treatment, day, draft, onClose, onBooked, onFailed }: BookingModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const summary = useId()
  const person = usePerson()
  const { data: bookings } = useQuery(bookingsOf(person.email))
  const date = formatMediumDate(day)
  // Kept as they were when the dialog opened, so that the list doesn't change while the patient chooses.
  const [slots] = useState(() => timesWithout(treatment.slots, bookings, date))
  const kept = draft && slots.includes(draft.slot) ? draft.slot : undefined
  const initial = { slot: kept ?? slots[0] ?? '', phone: draft?.phone ?? lastPhone(bookings), doctor: draft?.doctor }
  const book = useBooking({ treatment, day, onEnd: () => dialog.current?.close(), onBooked, onFailed })

  // Fades out first: closing is slow, because the browser recalculates the whole page behind the dialog.
  async function leave() {
    dialog.current?.classList.add('opacity-0')
    await nextFrame()
    dialog.current?.close()
  }

  return (
    <Modal ref={dialog} labelledBy={heading} describedBy={summary} onClose={onClose} className="max-sm:modal-top">
      <div className="modal-box max-sm:max-h-dvh max-w-120 scroll-pb-20 px-5 pt-4 pb-0 shadow-float sm:px-8 sm:pt-7">
        <div className="flex items-center justify-between gap-4">
          <h2 id={heading} className="text-lg leading-tight sm:text-xl">
            Booking for: {treatment.name}
          </h2>
          <CloseButton label="Close without booking" className="-mr-2 shrink-0" onClick={leave} />
        </div>
        <p id={summary} className="font-bold sm:text-lg">
          {weekdayOf(day)}, {date} · {formatDollars(treatment.price)}
        </p>
        {slots.length === 0 ? (
          <p className="py-6">You already have appointments at all of these times. Please choose another day.</p>
        ) : (
          <BookingForm treatmentId={treatment._id} {...{ day, slots, person, initial }} onBook={book} />
        )}
      </div>
    </Modal>
  )
}

/** Returns `slots` without those at which the patient already has a booking on `date`. */
function timesWithout(slots: string[], bookings: Booking[] | undefined, date: string): string[] {
  const own = bookings?.filter((booking) => booking.date === date) ?? []
  return slots.filter((slot) => !own.some((booking) => slotsOverlap(booking.slot, slot)))
}

/** Returns the phone number of the latest booking that has one. */
function lastPhone(bookings: Booking[] | undefined): string {
  return bookings?.find(({ phone }) => phone !== '')?.phone ?? ''
}
