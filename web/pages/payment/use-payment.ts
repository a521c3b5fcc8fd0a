import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Clinic } from '#contract/site/clinic.ts'
import { clinic } from '#web/clinic.ts'
import { type Payment, type PaymentDeps, type RunningPayment, startPayment } from './payment.ts'
import { type Payments, type RunningPayments, startPayments } from './payments.ts'

/** The calls of a payment: those of a signed-in patient, or of whoever has a link. They stay the same while the page is
 *  shown. `price` in dollars. `onOutcome` is called when the booking may have changed. */
export type PaymentCalls = Pick<PaymentDeps, 'report' | 'findBooking' | 'billing'> & {
  createIntent: (price: number) => Promise<string>
  onOutcome: () => void
}

/** Starts the payment of what is `owed`, in dollars, when the page is shown. Returns its state, the amount, and the
 *  payer's actions. */
export function usePayment(owed: number, calls: PaymentCalls) {
  const client = useQueryClient()
  const [payment, setPayment] = useState<Payment>({ step: 'preparing' })
  const amount = useAmount(owed, payment)
  const running = useRef<RunningPayment>(undefined)

  useEffect(() => {
    const show = (next: Payment) => {
      setPayment(next)
      if (outcomes.has(next.step)) calls.onOutcome()
    }
    const current = startPayment(toDeps(client, calls, amount), show)
    running.current = current
    return current.stop
  }, [client, calls, amount])

  return {
    payment,
    amount,
    pay: (...card: Parameters<RunningPayment['pay']>) => void running.current?.pay(...card),
    again: () => running.current?.again(),
  }
}

/** Starts the payments of several appointments when the page is shown. `all` stays the same while it is. */
export function usePayments(all: readonly { amount: number; calls: PaymentCalls }[]) {
  const client = useQueryClient()
  const [payments, setPayments] = useState<Payments>({ each: [], isPaying: false })
  const running = useRef<RunningPayments>(undefined)

  useEffect(() => {
    const show = (next: Payments) => {
      setPayments(next)
      if (!next.isPaying && next.each.some(({ step }) => step === 'paid')) all[0]?.calls.onOutcome()
    }
    const deps = all.map(({ amount, calls }) => toDeps(client, calls, amount))
    const current = startPayments(deps, show)
    running.current = current
    return current.stop
  }, [client, all])

  return {
    payments,
    pay: (...card: Parameters<RunningPayments['pay']>) => void running.current?.pay(...card),
    again: () => running.current?.again(),
  }
}

function toDeps(client: QueryClient, calls: PaymentCalls, amount: number): PaymentDeps {
  return {
    ...calls,
    loadProvider: () => client.fetchQuery(cardProvider),
    createIntent: () => calls.createIntent(amount),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
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

const outcomes: ReadonlySet<Payment['step']> = new Set(['paid', 'unsettled', 'unprepared', 'refunded'])

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
