import { type ReactNode, useEffect, useRef } from 'react'
import type { Booking } from '#contract/booking.ts'
import { clinic } from '#web/clinic.ts'
import { dollars } from '#web/components/dollars.ts'
import { usePerson } from '#web/session/use-person.ts'
import { CardForm } from './CardForm.tsx'
import type { Payment } from './payment.ts'
import { Good, PaidBefore, Panel, TransactionId, WhereNext } from './Settled.tsx'
import { TestMode } from './TestMode.tsx'
import { usePayment } from './use-payment.ts'

/** Takes the payment of an unpaid booking, and says at each step what has become of the money. */
export function PayByCard({ booking }: { booking: Booking }) {
  const { payment, pay, again } = usePayment(booking, usePerson().email)
  const { step } = payment
  const news = useRef<HTMLDivElement>(null)

  // The form is gone, and with it what had the focus.
  useEffect(() => {
    if (step === 'paid' || step === 'finding-out' || step === 'unsettled') news.current?.focus()
  }, [step])

  if (booking.paid && (step === 'preparing' || step === 'unprepared' || step === 'ready')) {
    return <PaidBefore booking={booking} />
  }
  return (
    <Panel>
      <h2 className="text-xl">Pay by card</h2>
      {(step === 'preparing' || step === 'ready' || step === 'paying') && <TestMode />}
      {step !== 'unprepared' && <CardForm payment={payment} amount={dollars(booking.price)} onPay={pay} />}
      <div
        ref={news}
        tabIndex={-1}
        role={step === 'unprepared' || step === 'unsettled' ? 'alert' : 'status'}
        className="outline-none"
      >
        <Standing payment={payment} booking={booking} again={again} />
      </div>
    </Panel>
  )
}

interface StandingProps {
  payment: Payment
  booking: Booking
  again: () => void
}

function Standing({ payment, booking, again }: StandingProps) {
  switch (payment.step) {
    case 'unprepared':
      return (
        <Notice title="The payment could not be prepared" action={<TryAgain onClick={again}>Try again</TryAgain>}>
          {payment.why}
        </Notice>
      )
    case 'paying':
      return <p className="sr-only">Paying. One moment.</p>
    case 'finding-out':
      return <FindingOut charged={payment.charged} />
    case 'unsettled':
      return (
        <Notice
          title="Your card was charged, but the appointment is not marked as paid"
          action={<TryAgain onClick={again}>Look again</TryAgain>}
        >
          {payment.why} Please do not pay again. Call us at {clinic.phone} and name the transaction id{' '}
          <span className="wrap-anywhere">{payment.transactionId}</span>.
        </Notice>
      )
    case 'paid':
      return (
        <div className="mt-6">
          <Good>Congrats! Your payment is completed.</Good>
          <TransactionId id={payment.transactionId} />
          {payment.chargedTwice && (
            <p className="mt-3 wrap-anywhere">
              Your card was also charged by {payment.chargedTwice}. That second payment is given back to you.
            </p>
          )}
          <WhereNext id={booking._id} />
        </div>
      )
    default:
      return null
  }
}

function FindingOut({ charged }: { charged: boolean }) {
  return (
    <div className="mt-6 flex gap-4 rounded-box border border-edge p-5">
      <span className="loading loading-spinner shrink-0 self-start" aria-hidden="true" />
      <div>
        <p className="font-bold">{charged ? 'Your card was charged' : 'Your card may have been charged'}</p>
        <p className="mt-1 text-quiet">
          {charged
            ? 'The clinic has not confirmed it yet. This page keeps asking. Please do not pay again.'
            : 'The answer has not come yet, or was lost on its way. This page is finding out. Please do not pay again.'}
        </p>
        <p className="mt-2 text-quiet">You may also leave: once it is known, My Appointments shows it.</p>
      </div>
    </div>
  )
}

function Notice({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-6 rounded-box border border-edge p-5">
      <p className="font-bold">{title}</p>
      <p className="mt-1 text-quiet">{children}</p>
      {action}
    </div>
  )
}

function TryAgain({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="btn btn-line mt-4" onClick={onClick}>
      {children}
    </button>
  )
}
