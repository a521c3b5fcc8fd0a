import type { StripeCardElement } from '@stripe/stripe-js'
import { type Payment, type PaymentDeps, startPayment } from './payment.ts'

/** The payments of several appointments with one card. `isPaying`: they are made one after the other. */
export type Payments = { each: Payment[]; isPaying: boolean }

/** Starts the payments of several appointments and shows each step. `pay` pays the chosen ones that are not paid yet,
 *  one after the other, and stops at the first that is not; `again` retries those that could not be prepared or were
 *  refused; `stop` shows nothing more, but still reports a charge. */
export function startPayments(all: readonly PaymentDeps[], show: (payments: Payments) => void) {
  const each: Payment[] = all.map(() => ({ step: 'preparing' }))
  const waiting = new Map<number, () => void>()
  let isPaying = false
  let stopped = false

  function update() {
    if (!stopped) show({ each: [...each], isPaying })
  }

  const running = all.map((deps, at) =>
    startPayment(deps, (next) => {
      each[at] = next
      update()
      if (!underway.has(next.step)) waiting.get(at)?.()
    }),
  )

  const isPaid = async (at: number, card: StripeCardElement): Promise<boolean> => {
    if (each[at]?.step === 'paid') return true
    if (each[at]?.step !== 'ready') return false
    const outcome = new Promise<void>((resolve) => waiting.set(at, resolve))
    void running[at]?.pay(card)
    await outcome
    waiting.delete(at)
    return (each[at] as Payment).step === 'paid'
  }

  async function pay(card: StripeCardElement, chosen: ReadonlySet<number>) {
    if (isPaying) return
    isPaying = true
    update()
    for (const at of running.keys()) if (chosen.has(at) && !stopped && !(await isPaid(at, card))) break
    isPaying = false
    update()
  }

  return {
    pay,
    again: () => {
      for (const payment of running) payment.again()
    },
    stop: () => {
      stopped = true
      for (const payment of running) payment.stop()
    },
  }
}
export type RunningPayments = ReturnType<typeof startPayments>

// The outcome is not known yet.
const underway: ReadonlySet<Payment['step']> = new Set(['preparing', 'paying', 'finding-out'])

// What a page with one form says first of several payments.
const urgency: readonly Payment['step'][] = [
  ...['finding-out', 'unsettled', 'refunded', 'paying', 'unprepared'],
  ...['preparing', 'ready', 'paid'],
] as Payment['step'][]

/** Returns the payment that the form shows for the chosen ones: the one that says most about the card. */
export function shownPayment({ each, isPaying }: Payments, chosen: ReadonlySet<number>): Payment {
  const some = each.filter((_, at) => chosen.has(at))
  const [first = { step: 'preparing' }] = some.toSorted(
    (one, other) => urgency.indexOf(one.step) - urgency.indexOf(other.step),
  )
  // Between two payments the form stays as it is.
  return isPaying && first.step === 'ready' ? { step: 'paying', card: first.card } : first
}
