import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking.ts'
import { fetchBooking, refreshBookings } from '#web/api/bookings.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { patchBooking, postPaymentIntent } from '#web/api/payments.ts'
import { clinic } from '#web/clinic.ts'
import { loadCardProvider } from './card/card-provider.ts'
import { type Payment, type RunningPayment, startPayment } from './payment.ts'

/** The payment of `booking` as it stands, and what the payer can do about it. Begins when the page is shown. */
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
        askForSecret: () => mutate(client, () => postPaymentIntent(payer, { price, appointment: id })),
        report: (transactionId) => mutate(client, () => patchBooking(payer, { appointment: id, transactionId })),
        fetchBooking: () => mutate(client, () => fetchBooking(client, payer, id)),
        billing: { name, email: patient },
        wait: (ms) => new Promise((over) => setTimeout(over, ms)),
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

// One object for a document, however often the page is shown in it.
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
