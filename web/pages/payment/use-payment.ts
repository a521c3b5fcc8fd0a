import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { fetchBooking, refreshBookings } from '#web/api/bookings.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { patchBooking, postPaymentIntent } from '#web/api/payments.ts'
import { clinic } from '#web/clinic.ts'
import { loadCardProvider } from './card-provider.ts'
import { type Payment, type RunningPayment, startPayment } from './payment.ts'

/** Starts the payment of `booking` when the page is shown. Returns its state and the payer's actions. */
export function usePayment({ _id: id, price, patient, patientName: name }: Booking, payer: string) {
  const client = useQueryClient()
  const [payment, setPayment] = useState<Payment>({ step: 'preparing' })
  const running = useRef<RunningPayment>(undefined)

  useEffect(() => {
    const show = (next: Payment) => {
      setPayment(next)
      if (outcomes.has(next.step)) void refreshBookings(client)
    }
    const current = startPayment(
      {
        loadProvider: () => client.fetchQuery(cardProvider),
        createIntent: () => mutate(client, () => postPaymentIntent(payer, { price, appointment: id })),
        report: (transactionId) => mutate(client, () => patchBooking(payer, { appointment: id, transactionId })),
        findBooking: () => mutate(client, () => fetchBooking(client, payer, id)),
        billing: { name, email: patient },
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      show,
    )
    running.current = current
    return current.stop
  }, [client, id, name, patient, payer, price])

  return {
    payment,
    pay: (...card: Parameters<RunningPayment['pay']>) => void running.current?.pay(...card),
    again: () => running.current?.again(),
  }
}

// One object for each document, however often it shows the page.
const cardProvider = queryOptions({
  queryKey: ['card-provider'],
  queryFn: () => loadCardProvider(clinic.card),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
})

const outcomes: ReadonlySet<Payment['step']> = new Set(['paid', 'unsettled', 'unprepared'])
