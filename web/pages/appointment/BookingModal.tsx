import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef } from 'react'
import { formatMediumDate, type IsoDate } from '#contract/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { ApiError, sentence } from '#web/api/client.ts'
import { postBooking, refreshAfterBooking } from '#web/api/queries.ts'
import { useToast } from '#web/components/Toasts.tsx'
import { nextFrame } from '#web/next-frame.ts'
import { forget } from '#web/session/session.ts'
import { usePerson } from '#web/session/use-person.ts'
import { type BookingFields, BookingForm } from './BookingForm.tsx'
import { outcomeOf } from './booking-outcome.ts'

export interface BookingModalProps {
  treatment: Treatment
  day: IsoDate
  onClose: () => void
}

/** Asks for time and phone and books. Whatever the server answers closes it; when there is no answer it stays, with what was typed. */
export function BookingModal({ treatment, day, onClose }: BookingModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const person = usePerson()
  const client = useQueryClient()
  const toast = useToast()

  useEffect(() => {
    if (dialog.current?.open) return
    // Focused with the dialog and not after it: each of them has the whole page looked through.
    dialog.current?.querySelector('select')?.setAttribute('autofocus', '')
    dialog.current?.showModal()
  }, [])

  // It fades at once: closed, it has the page behind it looked through for what may be used again.
  async function leave() {
    dialog.current?.classList.add('opacity-0')
    await nextFrame()
    dialog.current?.close()
  }

  function close(kind: 'success' | 'error', text: string) {
    dialog.current?.close()
    toast(kind, text)
    void refreshAfterBooking(client)
  }

  /** Resolves to what went wrong if it is worth trying again. */
  async function book({ slot, phone }: BookingFields): Promise<string | undefined> {
    const { _id, name, price } = treatment
    const date = formatMediumDate(day)
    try {
      const answer = await postBooking({
        treatmentId: _id,
        treatment: name,
        date,
        slot,
        price,
        patient: person.email,
        patientName: person.name,
        phone,
      })
      const { kind, text } = outcomeOf(answer)
      close(kind, text)
    } catch (error) {
      const status = error instanceof ApiError ? error.problem.status : 0
      if (status === 401) await forget()
      else if (status >= 400 && status < 500 && status !== 429) close('error', sentence(error))
      else return sentence(error)
    }
    return undefined
  }

  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={onClose} className="modal max-sm:modal-bottom">
      <div className="modal-box max-w-120 p-6 shadow-float sm:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id={heading} className="text-xl">
            Booking for: {treatment.name}
          </h2>
          <button type="button" className="btn btn-ghost btn-square -mt-2 -mr-2" onClick={leave}>
            <X aria-hidden="true" />
            <span className="sr-only">Close without booking</span>
          </button>
        </div>
        <p className="mt-1 text-quiet">
          {formatMediumDate(day)}, half an hour, ${treatment.price}
        </p>
        <BookingForm date={formatMediumDate(day)} slots={treatment.slots} person={person} onBook={book} />
      </div>
    </dialog>
  )
}
