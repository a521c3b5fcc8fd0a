import { useId } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { formatDollars } from '#web/money.ts'
import { showDayOfWeek } from '#web/near-date.ts'
import { showPeriod } from '#web/periods.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { PeriodTime } from '#web/ui/appointment/AppointmentTime.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import type { Payments } from './payments.ts'
import { isAhead } from './Settled.tsx'

interface OrderOfAllProps {
  bookings: Booking[]
  payments: Payments
  /** The positions of those that are not paid now. */
  leftOut: ReadonlySet<number>
  /** Undefined while the choice can't change. */
  onLeaveOut: ((leftOut: ReadonlySet<number>) => void) | undefined
  /** In dollars. */
  toPay: number
  paid: number
}

/** The appointments to pay for, each with a box to leave it out, and their sum. */
export function OrderOfAll({ bookings, payments, leftOut, onLeaveOut, toPay, paid }: OrderOfAllProps) {
  const heading = useId()
  const chosen = bookings.length - leftOut.size
  const choose = (at: number, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(at)
    else next.add(at)
    if (next.size < bookings.length) onLeaveOut?.(next)
  }
  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-6 sm:p-8">
      <h2 id={heading} className="text-xl">
        {toPay > 0 && 'Please Pay for '}
        {chosen < bookings.length && `${chosen} of `}
        {bookings.length} {bookings.length === 1 ? 'appointment' : 'appointments'}
      </h2>
      <ul className="mt-4 divide-y divide-base-300">
        {bookings.map((booking, at) => (
          <li key={booking._id}>
            <Line
              booking={booking}
              isFirst={at === 0}
              step={payments.each[at]?.step}
              isChosen={!leftOut.has(at)}
              isOver={toPay === 0}
              onChoose={onLeaveOut && ((isChosen) => choose(at, isChosen))}
            />
          </li>
        ))}
      </ul>
      <p className="mt-2 flex justify-between gap-4 border-base-300 border-t pt-5 font-bold text-lg">
        <span>{toPay > 0 ? 'Please pay' : 'Paid'}</span>
        <span className="tabular-nums">{formatDollars(toPay > 0 ? toPay : paid)}</span>
      </p>
    </section>
  )
}

interface LineProps {
  booking: Booking
  /** Names the clinic’s time zone, once for all. */
  isFirst: boolean
  step: Payments['each'][number]['step'] | undefined
  isChosen: boolean
  /** All that was chosen is paid. */
  isOver: boolean
  onChoose: ((isChosen: boolean) => void) | undefined
}

function Line({ booking, isFirst, step, isChosen, isOver, onChoose }: LineProps) {
  const { treatment, patientName, doctor, date, slot } = booking
  const Row = isOver || step === 'paid' ? 'div' : 'label'
  return (
    <Row className="flex min-h-11 items-start gap-4 py-4">
      {Row === 'label' && (
        <input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          disabled={!onChoose}
          onChange={({ target }) => onChoose?.(target.checked)}
        />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-4">
        <span className="min-w-0 flex-1 basis-36">
          <span className="wrap-anywhere block font-medium">
            {treatment}, {patientName}
          </span>
          <span className="block text-quiet text-sm">
            {showDayOfWeek(date)}, {isFirst ? <PeriodTime date={date} slot={slot} /> : showPeriod(slot)}
          </span>
          {doctor && <span className="wrap-anywhere block text-quiet text-sm">with {doctor}</span>}
          {step === 'paid' && (
            <span className="flex flex-wrap items-center gap-x-4">
              <Done>Paid</Done>
              {isAhead(booking) && (
                <AddToCalendar
                  appointment={booking}
                  of={`${treatment}, ${patientName}`}
                  className="text-link min-h-11"
                />
              )}
            </span>
          )}
          {isOver && step !== 'paid' && <span className="text-sm">Not paid</span>}
          {step === 'paying' && <span className="text-sm">Paying</span>}
        </span>
        <span className="font-bold tabular-nums">{formatDollars(owedOf(booking))}</span>
      </span>
    </Row>
  )
}
