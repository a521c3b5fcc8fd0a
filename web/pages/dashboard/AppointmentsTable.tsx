import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { leftToRefund, owedOf } from '#contract/booking/refund.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { clinicDayInText, dateInText, showDate, showSlot } from '#web/dates.ts'
import { formatDollars, partPaidSentence } from '#web/money.ts'
import { ClinicZone, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { bookAgainPath } from '#web/ui/appointment/book-again.ts'
import { Refunds } from '#web/ui/appointment/Refunds.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { ChangeButtons, type ChangeHandler } from './change.tsx'

const columns = {
  Name: '',
  Date: 'md:w-28',
  Time: 'md:w-40 lg:w-48',
  Treatment: '',
  Payment: 'md:w-48 lg:w-60',
}

interface AppointmentsTableProps {
  bookings: Booking[]
  /** Opens a change of an upcoming appointment. */
  onChange?: ChangeHandler
  /** The text of a link that books the treatment again, with the same dentist. */
  again?: string | undefined
}

/** One row per booking, with a link to its payment or receipt. */
export function AppointmentsTable({ bookings, onChange, again }: AppointmentsTableProps) {
  return (
    <CardTable columns={columns}>
      {bookings.map((booking) => (
        <CardRow key={booking._id}>
          <CardCell label="Name">
            <span className="wrap-anywhere print:wrap-normal">{booking.patientName}</span>
          </CardCell>
          <CardCell label="Date">
            <span className="block whitespace-nowrap">{showDate(booking.date)}</span>
            <span className="block text-quiet text-sm">{weekdayOfMedium(booking.date)}</span>
          </CardCell>
          <CardCell label="Time">
            <TimeLines booking={booking} />
            {onChange && <ChangeButtons booking={booking} onChange={onChange} />}
          </CardCell>
          <CardCell label="Treatment">
            <span className="block">{booking.treatment}</span>
            {booking.doctor && <span className="block wrap-anywhere text-quiet text-sm">with {booking.doctor}</span>}
            {again && <BookAgain booking={booking} text={again} />}
          </CardCell>
          <CardCell label="Payment">
            <Payment booking={booking} />
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}

function BookAgain({ booking, text }: { booking: Booking; text: string }) {
  return (
    <Link
      to={bookAgainPath(booking)}
      className="text-link inline-block py-1 print:hidden"
      aria-label={`${text}: ${booking.treatment}`}
    >
      {text}
    </Link>
  )
}

function TimeLines({ booking: { date, slot } }: { booking: Booking }) {
  const day = parseMediumDate(date)
  return (
    <>
      <span className="block whitespace-nowrap">{showSlot(slot)}</span>
      {day && (
        <span className="block text-quiet text-sm">
          <ClinicZone date={day} />
        </span>
      )}
    </>
  )
}

function Payment({ booking }: { booking: Booking }) {
  const { paid, price, transactionId, cancelledAt, refunding, refunded } = booking
  if (paid) {
    return (
      <>
        <span className="flex flex-wrap items-center gap-x-4">
          {cancelledAt ? <Cancelled at={cancelledAt} /> : <Done>Paid</Done>}
          <ReceiptLink booking={booking} />
        </span>
        <Refunds booking={booking} />
        {cancelledAt && refunding === undefined && refunded === undefined && (
          <span className="block">Not refunded: {formatDollars(leftToRefund(booking))}</span>
        )}
        {transactionId && (
          <span className="block wrap-anywhere text-quiet text-sm">Transaction id: {transactionId}</span>
        )}
        {!cancelledAt && <span className="block text-quiet text-sm">Price: {formatDollars(price)}</span>}
      </>
    )
  }
  if (cancelledAt) return <Cancelled at={cancelledAt} />
  if (owedOf(booking) === 0) return null
  return <Unpaid booking={booking} />
}

function Unpaid({ booking }: { booking: Booking }) {
  const { _id: id, treatment, date } = booking
  const owed = formatDollars(owedOf(booking))
  const partPaid = partPaidSentence(booking)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-4">
        <span className="min-w-10 tabular-nums print:hidden">{owed}</span>
        <Link
          to={generatePath(pages.payment, { id })}
          className="btn btn-line px-6 print:hidden"
          aria-label={`pay ${owed} for ${treatment} on ${dateInText(date)}`}
        >
          pay
        </Link>
        <span className="hidden print:inline">Not paid: {owed}</span>
        {booking.received !== undefined && <ReceiptLink booking={booking} />}
      </span>
      {partPaid !== '' && <span className="mt-1 block text-quiet text-sm">{partPaid}</span>}
      <Refunds booking={booking} />
    </>
  )
}

function ReceiptLink({ booking: { _id: id, treatment, date } }: { booking: Booking }) {
  return (
    <Link
      to={generatePath(pages.receipt, { id })}
      className="text-link inline-block py-1 print:hidden"
      aria-label={`Receipt for ${treatment} on ${dateInText(date)}`}
    >
      Receipt
    </Link>
  )
}

function Cancelled({ at }: { at: string }) {
  return <span className="font-bold">Cancelled on {clinicDayInText(at)}</span>
}
