import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { pages } from '#contract/site/pages.ts'
import { clinicDayInText, dayOfWeekInText, showDate, showSlot, timeInText } from '#web/dates.ts'
import { formatDollars, partPaidSentence } from '#web/money.ts'
import { ClinicZone, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { bookAgainPath } from '#web/ui/appointment/book-again.ts'
import { Refunds } from '#web/ui/appointment/Refunds.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { CardCell, CardTable } from '#web/ui/table/CardTable.tsx'
import { CancelledMoney } from './CancelledMoney.tsx'
import { ChangeButtons, type ChangeHandler } from './use-booking-change.tsx'

const columns = {
  Name: '',
  Date: 'md:w-28',
  Time: 'md:w-40 lg:w-46',
  Treatment: '',
  Payment: 'md:w-48 lg:w-64',
}

interface AppointmentsTableProps {
  bookings: Booking[]
  /** Opens a change of an upcoming appointment. */
  onChange?: ChangeHandler
  /** The text of a link that books the treatment again, with the same dentist. */
  again?: string | undefined
}

/** Two rows per booking: what it is, and what can be done. On a phone both are a card. */
export function AppointmentsTable({ bookings, onChange, again }: AppointmentsTableProps) {
  return (
    <CardTable columns={columns} grouped>
      {bookings.map((booking, n) => (
        <tbody
          key={booking._id}
          className="break-inside-avoid border-base-300 border-b phone:block phone:rounded-box phone:border phone:bg-card phone:p-5"
        >
          <Facts booking={booking} namesZone={n === 0} />
          {(onChange || again) && (
            <tr className="print:hidden phone:block">
              <td colSpan={Object.keys(columns).length} className="pb-1 phone:block phone:p-0">
                {onChange && <ChangeButtons booking={booking} onChange={onChange} />}
                {again && <BookAgain booking={booking} text={again} />}
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </CardTable>
  )
}

/** `namesZone`: whether it says whose clock its time is of, which is the same for all. */
function Facts({ booking, namesZone }: { booking: Booking; namesZone: boolean }) {
  return (
    <tr className="print:h-12 phone:grid phone:gap-2 wide:*:pt-2 wide:*:pb-0">
      <CardCell bare label="Name">
        <span className="wrap-anywhere print:wrap-normal phone:font-medium">{booking.patientName}</span>
      </CardCell>
      <CardCell bare label="Date">
        <DateLines date={booking.date} />
      </CardCell>
      <CardCell bare label="Time">
        <TimeLines booking={booking} namesZone={namesZone} />
      </CardCell>
      <CardCell bare label="Treatment">
        <span className="block">{booking.treatment}</span>
        {booking.doctor && <span className="block wrap-anywhere text-quiet text-sm">with {booking.doctor}</span>}
      </CardCell>
      <CardCell bare label="Payment">
        <Payment booking={booking} />
      </CardCell>
    </tr>
  )
}

/** Names an appointment among those of a family: `Teeth Cleaning, Mon, Dec 7, 8:00 AM, Ben`. */
function nameOf({ treatment, date, slot, patientName }: Booking): string {
  const day = parseMediumDate(date)
  const shownDay = day ? dayOfWeekInText(day, 'short') : date
  return [treatment, shownDay, timeInText(slotStartMinutes(slot)), patientName].join(', ')
}

function DateLines({ date }: { date: string }) {
  return (
    <span className="block phone:flex phone:flex-wrap phone:gap-x-1 phone:font-bold phone:text-xl">
      <span className="block wide:whitespace-nowrap">{showDate(date)}</span>
      <span className="block text-quiet text-sm phone:order-first phone:text-base-content phone:text-xl phone:after:content-[',']">
        {weekdayOfMedium(date)}
      </span>
    </span>
  )
}

function BookAgain({ booking, text }: { booking: Booking; text: string }) {
  return (
    <Link
      to={bookAgainPath(booking)}
      className="text-link inline-flex min-h-9 items-center phone:min-h-11"
      aria-label={`${text}: ${nameOf(booking)}`}
    >
      {text}
    </Link>
  )
}

function TimeLines({ booking: { date, slot }, namesZone }: { booking: Booking; namesZone: boolean }) {
  const day = parseMediumDate(date)
  return (
    <>
      <span className="block phone:font-bold phone:text-xl wide:whitespace-nowrap">{showSlot(slot)}</span>
      {namesZone && day && (
        <span className="block text-quiet text-sm">
          <ClinicZone date={day} />
        </span>
      )}
    </>
  )
}

function Payment({ booking }: { booking: Booking }) {
  const { paid, price, transactionId, cancelledAt } = booking
  const transaction = transactionId && (
    <span className="block wrap-anywhere text-quiet text-sm">Transaction id: {transactionId}</span>
  )
  if (cancelledAt) {
    return (
      <>
        <CancelledMoney booking={booking} />
        <span className="flex flex-wrap items-center gap-x-4 text-quiet">
          Cancelled on {clinicDayInText(cancelledAt)}
          {paid && <ReceiptLink booking={booking} />}
        </span>
        {transaction}
      </>
    )
  }
  if (paid) {
    return (
      <>
        <span className="flex flex-wrap items-center gap-x-4">
          <Done>Paid</Done>
          <span className="tabular-nums">{formatDollars(price)}</span>
          <ReceiptLink booking={booking} />
        </span>
        {transaction}
        <Refunds booking={booking} />
      </>
    )
  }
  if (owedOf(booking) === 0) return null
  return <Unpaid booking={booking} />
}

function Unpaid({ booking }: { booking: Booking }) {
  const { _id: id } = booking
  const owed = formatDollars(owedOf(booking))
  const partPaid = partPaidSentence(booking)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-4">
        <span className="min-w-10 tabular-nums print:hidden">{owed}</span>
        <Link
          to={generatePath(pages.payment, { id })}
          className="btn btn-line px-6 print:hidden"
          aria-label={`pay ${owed} for ${nameOf(booking)}`}
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

function ReceiptLink({ booking }: { booking: Booking }) {
  return (
    <Link
      to={generatePath(pages.receipt, { id: booking._id })}
      className="text-link tap print:hidden"
      aria-label={`Receipt for ${nameOf(booking)}`}
    >
      Receipt
    </Link>
  )
}
