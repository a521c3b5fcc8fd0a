import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CircleCheck from 'lucide-react/icons/circle-check'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { toCardOf } from '#contract/booking/refund.ts'
import { clinicToday, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { clinicDayInText } from '#web/dates.ts'
import { nearDateInText } from '#web/near-date.ts'
import { serverNow } from '#web/server-clock.ts'
import { AddToCalendar } from '#web/ui/appointment/AddToCalendar.tsx'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { PeriodTime, weekdayOfMediumInText } from '#web/ui/appointment/AppointmentTime.tsx'
import { Refunds } from '#web/ui/appointment/Refunds.tsx'
import { ClinicPhone } from '#web/ui/contact/ClinicPhone.tsx'
import { ifEmailed } from '#web/unsent.ts'
import type { Ordered } from './Order.tsx'

/** The panel of a booking that was paid or cancelled before the page was opened, or since then in another tab. */
export function PaidBefore({ booking, next }: { booking: Ordered; next: ReactNode }) {
  if (booking.cancelledAt) return <CancelledBooking booking={booking} cancelledAt={booking.cancelledAt} next={next} />
  return (
    <Panel>
      <Success>This appointment is paid</Success>
      <TransactionId id={booking.transactionId} />
      <NextSteps booking={booking} isEmailed={isByCard(booking)} />
      {next}
    </Panel>
  )
}

interface CancelledBookingProps {
  booking: Ordered
  cancelledAt: string
  next: ReactNode
}

function CancelledBooking({ booking, cancelledAt, next }: CancelledBookingProps) {
  const { refunding, refunded, received } = booking
  const paid = booking.paid || received !== undefined
  const toCard = toCardOf({ refund: refunding, atDesk: booking.refundingAtDesk })
  return (
    <Cancelled on={cancelledAt} next={paid ? next : <AppointmentsLink className="mt-6" />}>
      {paid && (
        <div className="mt-4">
          <Refunds booking={booking} />
          {toCard > 0 && <p className="text-quiet">Your bank may take 5 to 10 days to show it.</p>}
          {refunding === undefined && refunded === undefined && (
            <p>
              Your payment was not refunded. Questions? Call us at <ClinicPhone />.
            </p>
          )}
        </div>
      )}
      <TransactionId id={booking.transactionId} />
    </Cancelled>
  )
}

interface CancelledProps {
  /** When it was cancelled, an ISO 8601 instant; undefined if that is not told. */
  on?: string
  /** What happened to the money. */
  children: ReactNode
  next: ReactNode
}

/** The panel of a cancelled appointment. */
export function Cancelled({ on, children, next }: CancelledProps) {
  return (
    <Panel>
      <p className="font-bold text-lg">This appointment is cancelled</p>
      <p className="mt-1 text-quiet">{on && `It was cancelled on ${clinicDayInText(on)}. `}There is nothing to pay.</p>
      {children}
      {next}
    </Panel>
  )
}

/** The panel of a booking for which nothing is owed. `next`: where to go. */
export function NothingToPay({ next }: { next: ReactNode }) {
  return (
    <Panel>
      <p className="font-bold text-lg">There is nothing to pay</p>
      <p className="mt-1 text-quiet">This appointment is free of charge, and it is booked for you.</p>
      {next}
    </Panel>
  )
}

/** The panel of another patient's booking, for an admin. */
export function NotYoursToPay() {
  return (
    <Panel>
      <p className="font-bold text-lg">Only the patient can pay for this appointment</p>
      <p className="mt-1 text-quiet">It is not paid yet. The patient can pay under My Appointments.</p>
    </Panel>
  )
}

/** The card around the payment form or its outcome. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Payment" className="rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8">
      {children}
    </section>
  )
}

/** A success in words and with an icon. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 font-bold text-lg text-success">
      <CircleCheck aria-hidden="true" className="h-lh shrink-0" />
      {children}
    </p>
  )
}

export function TransactionId({ id }: { id: string | undefined }) {
  if (!id) return null
  return <p className="mt-2 wrap-anywhere text-quiet">Transaction id: {id}</p>
}

export function WhereNext({ booking }: { booking: Booking }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Link to={generatePath(pages.receipt, { id: booking._id })} className="btn btn-action">
        Receipt
      </Link>
      {isAhead(booking) && <AddToCalendar appointment={booking} className="btn btn-line" />}
      <AppointmentsLink />
    </div>
  )
}

// What the desk takes has a receipt on paper; its number is no payment intent's.
const isByCard = ({ transactionId }: Pick<Ordered, 'transactionId'>) => transactionId?.startsWith('pi_') === true

/** Tells whether an appointment takes place today or later. */
export function isAhead({ date, cancelledAt }: Pick<Ordered, 'date' | 'cancelledAt'>): boolean {
  const day = parseMediumDate(date)
  return cancelledAt === undefined && day !== undefined && day >= clinicToday(serverNow(), clinic.timeZone)
}

type NextStepsProps = { booking: Ordered; isEmailed: boolean; isFirst?: boolean }

/** What the patient of a paid booking needs to know next. Renders nothing once it is cancelled, and after its day.
 *  `isEmailed`: a receipt was emailed. `isFirst`: others were paid with it, and are later. */
export function NextSteps({ booking, isEmailed, isFirst }: NextStepsProps) {
  const { date, slot, patient } = booking
  if (!isAhead(booking)) return null
  return (
    <section aria-labelledby="next-steps" className="mt-6 border-base-content/15 border-t pt-6">
      <h2 id="next-steps" className="text-lg">
        What comes next
      </h2>
      <ul className="mt-3 grid gap-3">
        <Step icon={CalendarDays}>
          We’ll see you {isFirst && 'first '}on{' '}
          <strong className="font-bold">
            {weekdayOfMediumInText(date)}, {nearDateInText(date)}
          </strong>
          , <PeriodTime date={date} slot={slot} />.
        </Step>
        <Step icon={MapPin}>
          Come to{' '}
          <a className="text-link" href={clinic.mapLink} rel="noreferrer">
            {clinic.address}
          </a>
          .
        </Step>
        {isEmailed && patient !== '' && (
          <Step icon={Mail}>
            <span className="wrap-anywhere">
              {ifEmailed(
                `We’ve emailed your ${isFirst ? 'receipts' : 'receipt'}${patient === undefined ? '' : ` to ${patient}`}.`,
              )}
            </span>
          </Step>
        )}
        <Step icon={Phone}>
          Questions? Call{' '}
          <a className="text-link whitespace-nowrap" href={clinic.phoneLink}>
            {clinic.phone}
          </a>{' '}
          or write to{' '}
          <a className="text-link wrap-anywhere" href={clinic.emailLink}>
            {clinic.email}
          </a>
          .
        </Step>
      </ul>
    </section>
  )
}

function Step({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon size={20} className="h-lh shrink-0 text-quiet" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
