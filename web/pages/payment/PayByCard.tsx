import { type ReactNode, useEffect, useRef } from 'react'
import { owedOf } from '#contract/booking/refund.ts'
import { clinic } from '#web/clinic.ts'
import { formatDollars } from '#web/money.ts'
import { CancellationTerms } from '#web/ui/appointment/CancellationTerms.tsx'
import { CardForm } from './CardForm.tsx'
import { Columns, Order, type Ordered } from './Order.tsx'
import type { Payment } from './payment.ts'
import { NextSteps, Panel, Success, TransactionId } from './Settled.tsx'
import { TestMode } from './TestMode.tsx'
import { type PaymentCalls, usePayment } from './use-payment.ts'

interface PayByCardProps {
  booking: Ordered
  calls: PaymentCalls
  /** What to show instead of the form once it is paid or cancelled elsewhere. */
  closed?: ReactNode
  /** Where to go once it is paid. */
  next: ReactNode
  /** Where the result will be shown. */
  place: string
}

/** The payment of an unpaid booking. Tells at each step whether the card was charged. */
export function PayByCard({ booking, calls, closed, next, place }: PayByCardProps) {
  const { payment, amount, pay, again } = usePayment(owedOf(booking), calls)
  const { step } = payment

  if (closed && (step === 'preparing' || step === 'unprepared' || step === 'ready')) {
    return <Columns order={<Order booking={booking} />} panel={closed} />
  }
  const panel = (
    <Panel>
      {step !== 'paid' && <h2 className="text-xl">Pay by card</h2>}
      <Outcome step={step}>
        <PaymentStatus payment={payment} booking={booking} next={next} place={place} again={again} />
      </Outcome>
      {step !== 'paid' && (
        <CardForm
          payment={payment}
          amount={formatDollars(amount)}
          terms={<CancellationTerms changes={booking.changes} className="mt-4 text-quiet text-sm" />}
          onPay={pay}
          again={again}
        />
      )}
      {(step === 'preparing' || step === 'ready' || step === 'paying') && <TestMode />}
    </Panel>
  )
  return <Columns order={<Order booking={booking} />} panel={panel} />
}

/** Shows the outcome of a payment, and takes the focus when the form is gone. */
export function Outcome({ step, children }: { step: Payment['step']; children: ReactNode }) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (step === 'paid' || step === 'finding-out' || step === 'unsettled' || step === 'refunded')
      status.current?.focus()
  }, [step])
  return (
    <div
      ref={status}
      tabIndex={-1}
      role={step === 'unprepared' || step === 'unsettled' || step === 'refunded' ? 'alert' : 'status'}
      className="outline-none"
    >
      {children}
    </div>
  )
}

type PaymentStatusProps = Omit<PayByCardProps, 'calls' | 'closed'> & { payment: Payment; again: () => void }

/** What is known of the charge at each step. */
export function PaymentStatus({ payment, booking, next, place, again }: PaymentStatusProps) {
  switch (payment.step) {
    case 'unprepared':
      return <Notice title="You can’t pay yet">{payment.why}</Notice>
    case 'paying':
      return <p className="sr-only">Paying. One moment.</p>
    case 'finding-out':
      return <FindingOut charged={payment.charged} place={place} />
    case 'unsettled':
      if (booking.changes?.state === 'cancelled') return <ChargedInVain transactionId={payment.transactionId} />
      return (
        <Notice
          title="Your card was charged, but the appointment is not marked as paid"
          action={
            <button type="button" className="btn btn-line mt-4" onClick={again}>
              Check again
            </button>
          }
        >
          {payment.why} Please do not pay again. Call us at {clinic.phone} and mention the transaction id{' '}
          <span className="wrap-anywhere">{payment.transactionId}</span>.
        </Notice>
      )
    case 'refunded':
      return (
        <Notice
          title="Your payment goes back to your card"
          action={
            <button type="button" className="btn btn-line mt-4" onClick={again}>
              Pay {formatDollars(owedOf(booking))} now
            </button>
          }
        >
          {payment.why}
        </Notice>
      )
    case 'paid':
      return (
        <div>
          <Success>Congrats! Your payment is completed.</Success>
          <TransactionId id={payment.transactionId} />
          {payment.chargedTwice && (
            <p className="mt-3 wrap-anywhere">
              Your card was also charged in {payment.chargedTwice}. We are refunding that second payment.
            </p>
          )}
          <NextSteps booking={booking} isEmailed />
          {next}
        </div>
      )
    default:
      return null
  }
}

function FindingOut({ charged, place }: { charged: boolean; place: string }) {
  return (
    <div className="mt-6 flex gap-4 rounded-box border border-edge p-5">
      <span className="loading loading-spinner shrink-0 self-start" aria-hidden="true" />
      <div>
        <p className="font-bold">{charged ? 'Your card was charged' : 'Your card may have been charged'}</p>
        <p className="mt-1 text-quiet">
          {charged
            ? 'We have not confirmed the payment yet. This page keeps checking. Please do not pay again.'
            : 'We have not heard back from the payment provider yet. This page keeps checking. Please do not pay again.'}
        </p>
        <p className="mt-2 text-quiet">You can leave this page. {place} will show the result.</p>
      </div>
    </div>
  )
}

/** The charge was faster than the end of its payment intent. */
function ChargedInVain({ transactionId }: { transactionId: string }) {
  return (
    <Notice title="Your card was charged, but the appointment is cancelled">
      The payment goes back to your card. Your bank may take 5 to 10 days to show it. Its transaction id is{' '}
      <span className="wrap-anywhere">{transactionId}</span>.
    </Notice>
  )
}

function Notice({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-6 rounded-box border border-edge p-5">
      <p className="font-bold">{title}</p>
      <p className="mt-1 text-quiet">{children}</p>
      {action}
    </div>
  )
}
