import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import { fetchBooking, refreshBookings } from '#web/api/bookings.ts'
import { mutate } from '#web/api/http/query-client.ts'
import { patchBooking, postPaymentIntent } from '#web/api/payments.ts'
import { clinic } from '#web/clinic.ts'
import { type Payment, type RunningPayment, startPayment } from './payment.ts'

/** Starts the payment of what is owed for `booking` when the page is shown. Returns its state, the amount, and the
 *  payer's actions. */
export function usePayment(booking: Booking, payer: string) {
  const { _id: id, patient, patientName: name } = booking
  const client = useQueryClient()
  const [payment, setPayment] = useState<Payment>({ step: 'preparing' })
  const price = useAmount(owedOf(booking), payment)
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
    amount: price,
    pay: (...card: Parameters<RunningPayment['pay']>) => void running.current?.pay(...card),
    again: () => running.current?.again(),
  }
}

/** Returns the dollars to charge: what is owed, until the card may have been charged. */
function useAmount(owed: number, { step }: Payment): number {
  const [amount, setAmount] = useState(owed)
  // The clinic may have changed the price, or taken a part.
  if (owed > 0 && owed !== amount && changeable.has(step)) setAmount(owed)
  return amount
}

const changeable: ReadonlySet<Payment['step']> = new Set(['preparing', 'unprepared', 'ready'])

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

const providerOptions = { locale: 'en' } as const

/** Loads Stripe's script, or the sandbox script in its place, and creates the provider's object. Nothing else on the
 *  page distinguishes the two. Rejects if the script can't be loaded; a repeated call tries again. */
async function loadCardProvider({ publishableKey, script }: Clinic['card']): Promise<Stripe> {
  if (script === null) {
    const stripe = await loadStripe(publishableKey, providerOptions)
    if (!stripe) throw new Error('Stripe is for the browser')
    return stripe
  }
  if (!window.Stripe) await loadScript(script)
  if (!window.Stripe) throw new Error(`${script} made no Stripe`)
  return window.Stripe(publishableKey, providerOptions)
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src })
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      reject(new Error(`${src} could not be loaded`))
    }
    document.head.append(element)
  })
}
