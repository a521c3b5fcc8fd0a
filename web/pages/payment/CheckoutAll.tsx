import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { pages } from '#contract/site/pages.ts'
import { formatDollars } from '#web/money.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { allOfThem } from '#web/ui/appointment/all-of-them.ts'
import { payableBy, sumOwed } from '#web/ui/appointment/payable.ts'
import { useSendStep } from '#web/ui/change/use-send-step.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { bookingCalls } from './booking-calls.ts'
import { CardForm } from './CardForm.tsx'
import { Columns } from './Order.tsx'
import { OrderOfAll } from './OrderOfAll.tsx'
import { Outcome, PaymentStatus } from './PayByCard.tsx'
import { shownPayment } from './payments.ts'
import { isAhead, NextSteps, Panel, Success } from './Settled.tsx'
import { TestMode } from './TestMode.tsx'
import { usePayments } from './use-payment.ts'

/** The payment of all appointments that the person can pay for. */
export function CheckoutAll({ bookings }: { bookings: Booking[] }) {
  const person = usePerson()
  // Those that are paid here stay on the page, until what was left out is paid too.
  const [came, setCame] = useState(() => payableBy(person, bookings))
  if (came.length === 0) return <AllPaid />
  const rest = () => setCame(payableBy(person, bookings))
  return <PayAll key={came.map(({ _id }) => _id).join()} came={came} payer={person.email} onPayRest={rest} />
}

function AllPaid() {
  return (
    <EmptyCard title="There is nothing to pay" text="All your appointments are paid.">
      <AppointmentsLink />
    </EmptyCard>
  )
}

function PayAll({ came, payer, onPayRest }: { came: Booking[]; payer: string; onPayRest: () => void }) {
  const client = useQueryClient()
  const send = useSendStep()
  const all = useMemo(
    () => came.map((booking) => ({ amount: owedOf(booking), calls: bookingCalls(client, send, payer, booking) })),
    [client, send, payer, came],
  )
  const { payments, pay, again } = usePayments(all)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const chosen = new Set([...came.keys()].filter((at) => !leftOut.has(at)))
  const payment = shownPayment(payments, chosen)
  const isPaidAt = (at: number) => payments.each[at]?.step === 'paid'
  const toPay = sumOwed(came.filter((_, at) => chosen.has(at) && !isPaidAt(at)))
  const isDone = payment.step === 'paid'
  const booking = came[payments.each.indexOf(payment)]
  const order = (
    <OrderOfAll
      bookings={came}
      payments={payments}
      leftOut={leftOut}
      onLeaveOut={payment.step === 'ready' && chosen.size > 0 ? setLeftOut : undefined}
      toPay={toPay}
      paid={sumOwed(came.filter((_, at) => isPaidAt(at)))}
    />
  )
  const panel = (
    <Panel>
      {!isDone && <h2 className="text-xl">Pay by card</h2>}
      <Outcome step={payment.step}>
        {isDone && (
          <Paid
            bookings={came.filter((_, at) => isPaidAt(at))}
            left={sumOwed(came.filter((_, at) => !isPaidAt(at)))}
            onPayRest={onPayRest}
          />
        )}
        {!isDone && booking && (
          <PaymentStatus payment={payment} booking={booking} next={null} place="My Appointments" again={again} />
        )}
      </Outcome>
      {!isDone && (
        <CardForm
          payment={payment}
          amount={formatDollars(toPay)}
          count={chosen.size - [...chosen].filter(isPaidAt).length}
          terms={null}
          onPay={(card) => pay(card, chosen)}
          again={again}
        />
      )}
      {(payment.step === 'preparing' || payment.step === 'ready' || payment.step === 'paying') && <TestMode />}
    </Panel>
  )
  return <Columns order={order} panel={panel} />
}

/** `bookings`: those that were paid, the soonest first. `left`: what is still to pay, in dollars. */
function Paid({ bookings, left, onPayRest }: { bookings: Booking[]; left: number; onPayRest: () => void }) {
  const of = bookings.map(({ _id }) => _id).join()
  const [first] = bookings.filter(isAhead)
  return (
    <>
      <Success>Congrats! Your payment is completed.</Success>
      <p className="mt-2 text-quiet">
        {bookings.length === 1 ? 'One appointment is' : `${bookings.length} appointments are`} paid:{' '}
        {formatDollars(sumOwed(bookings))}
      </p>
      {left > 0 && (
        <button type="button" className="btn btn-line mt-3" onClick={onPayRest}>
          Pay the other {formatDollars(left)}
        </button>
      )}
      {first && <NextSteps booking={first} isEmailed isFirst={bookings.length > 1} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to={`${generatePath(pages.receipt, { id: allOfThem })}?of=${of}`} className="btn btn-action">
          Receipt
        </Link>
        <AppointmentsLink />
      </div>
    </>
  )
}
