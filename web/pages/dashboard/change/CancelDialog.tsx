import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { type CancelReason, cancelRequest } from '#contract/change-booking.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { cancelBooking } from '#web/api/booking-changes.ts'
import { postBooking, refreshBookings } from '#web/api/bookings.ts'
import { refreshAvailability } from '#web/api/treatments.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/Toasts.tsx'
import type { ChangeProps } from './change-props.ts'

const reasons: Record<CancelReason, string> = {
  ill: 'I am ill',
  'no-time': 'I can’t come at this time',
  'not-needed': 'I don’t need it any more',
  other: 'Another reason',
}

/** Asks why a patient cancels, and cancels. */
export function CancelDialog({ booking, onClose }: ChangeProps) {
  const { _id: id, patient, phone, treatmentId, treatment, date, slot, paid, price } = booking
  const client = useQueryClient()
  const toast = useToast()
  const name = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isCancelled = useRef(false)
  const { form, field } = useServerForm(cancelRequest, { reason: 'no-time' as const }, async ({ reason }) => {
    const { refund } = await cancelBooking(patient, id, reason)
    isCancelled.current = true
    await Promise.all([refreshBookings(client), refreshAvailability(client)])
    const done =
      refund === undefined
        ? 'Your appointment is cancelled'
        : `Cancelled. We refund ${formatDollars(refund)} to your card`
    toast('success', done, { label: 'Book it again', onPress: bookAgain })
    dialog.current?.close()
  })
  const bookAgain = async () => {
    const answer = await postBooking({ treatmentId, date, slot, price, patient, phone }).catch(() => undefined)
    await Promise.all([refreshBookings(client), refreshAvailability(client)])
    if (answer?.success) toast('success', `You are booked again for ${date}, ${slot}`)
    else toast('error', 'This time is no longer free. Please book another one.')
  }
  const { error, ...reason } = field('reason')

  return (
    <FormDialog
      ref={dialog}
      title="Cancel your appointment?"
      text={`${treatment} on ${date}, ${slot}.${paid ? ` We refund ${formatDollars(price)} to your card.` : ''}`}
      onClose={() => onClose(isCancelled.current)}
    >
      <ServerForm {...form} submit="Cancel the appointment" className="mt-4 gap-4">
        <fieldset>
          <legend className="font-medium">Why?</legend>
          {Object.entries(reasons).map(([value, label], at) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                {...reason}
                data-autofocus={at === 0 || undefined}
                type="radio"
                value={value}
                className="radio"
                aria-describedby={name}
              />
              {label}
            </label>
          ))}
          <p id={name} className="text-error text-sm empty:hidden">
            {error}
          </p>
        </fieldset>
      </ServerForm>
    </FormDialog>
  )
}
