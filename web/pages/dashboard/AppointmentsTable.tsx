import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/pages.ts'
import { TableFrame } from '#web/components/CardTable.tsx'
import { dollars } from '#web/components/dollars.ts'

const columns = ['Name', 'Date', 'Time', 'Treatment', 'Payment']

/** One row an appointment; on a phone each row is a card that keeps the column's name beside each value. */
export function AppointmentsTable({ bookings }: { bookings: Booking[] }) {
  return (
    <TableFrame>
      <table className="w-full text-left max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-edge border-b">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-3 pr-4 font-bold text-sm">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-4">
          {bookings.map((booking) => (
            <tr
              key={booking._id}
              className="border-base-300 border-b max-md:grid max-md:gap-2 max-md:rounded-box max-md:border max-md:p-5"
            >
              <Cell label="Name">{booking.patientName}</Cell>
              <Cell label="Date">
                <span className="whitespace-nowrap">{booking.date}</span>
              </Cell>
              <Cell label="Time">
                <span className="whitespace-nowrap">{booking.slot}</span>
              </Cell>
              <Cell label="Treatment">{booking.treatment}</Cell>
              <Cell label="Payment">
                <Payment booking={booking} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="py-4 pr-4 align-middle max-md:grid max-md:grid-cols-[7rem_1fr] max-md:items-center max-md:p-0">
      <span aria-hidden="true" className="text-quiet text-sm md:hidden">
        {label}
      </span>
      <div className="min-w-0 md:max-lg:text-sm">{children}</div>
    </td>
  )
}

function Payment({ booking }: { booking: Booking }) {
  if (booking.paid) {
    return (
      <>
        <span className="flex flex-wrap items-center gap-x-4">
          <span className="flex items-center gap-1.5 font-bold text-success">
            <CircleCheck strokeWidth={1.75} size={18} aria-hidden="true" />
            Paid
          </span>
          <Link
            to={generatePath(pages.receipt, { id: booking._id })}
            className="text-link inline-block py-1"
            aria-label={`Receipt for ${booking.treatment} on ${booking.date}`}
          >
            Receipt
          </Link>
        </span>
        {booking.transactionId && (
          <span className="block [overflow-wrap:anywhere] text-quiet text-sm">
            Transaction id: {booking.transactionId}
          </span>
        )}
      </>
    )
  }
  if (booking.price <= 0) return null
  return (
    <Link
      to={generatePath(pages.payment, { id: booking._id })}
      className="btn btn-line px-6"
      aria-label={`pay ${dollars(booking.price)} for ${booking.treatment} on ${booking.date}`}
    >
      pay
    </Link>
  )
}
