import type { QueryClient } from '@tanstack/react-query'
import type { Booking } from '#contract/booking/booking.ts'
import { fetchBooking, refreshBookings } from '#web/api/bookings.ts'
import { patchBooking, postPaymentIntent } from '#web/api/payments.ts'
import type { useSendStep } from '#web/ui/change/use-send-step.ts'
import type { PaymentCalls } from './use-payment.ts'

/** Returns the calls by which a signed-in patient pays for a booking. */
export function bookingCalls(
  client: QueryClient,
  send: ReturnType<typeof useSendStep>,
  payer: string,
  { _id: id, patientName: name, patient: email }: Pick<Booking, '_id' | 'patientName' | 'patient'>,
): PaymentCalls {
  return {
    createIntent: (price) => send(() => postPaymentIntent(payer, { price, appointment: id })),
    report: (transactionId) => send(() => patchBooking(payer, { appointment: id, transactionId })),
    findBooking: () => send(() => fetchBooking(client, payer, id)),
    billing: { name, email },
    onOutcome: () => void refreshBookings(client),
  }
}
