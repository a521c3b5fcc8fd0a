import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { type IsoDate, parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { pages } from '#contract/site/pages.ts'
import { accountQuery } from '#web/api/account.ts'
import { bookingsOf, cancelledBookingsOf } from '#web/api/bookings.ts'
import { clinic } from '#web/clinic.ts'
import { dayInText } from '#web/dates.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useClinicMinutes, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { AppointmentsTable } from './AppointmentsTable.tsx'
import { type ChangeHandler, useChange } from './change.tsx'

const useWaitingFor = loadLater(() => import('./WaitingFor.tsx'))

export default function AppointmentsPage() {
  const person = usePerson()
  const bookings = useQuery(bookingsOf(person.email))
  const { data: cancelled } = useQuery(cancelledBookingsOf(person.email))
  const waiting = useWaitingFor()
  const count = bookings.data?.length
  const heading = useRef<HTMLHeadingElement>(null)
  const { openChange, dialog } = useChange(bookings.data ?? [], () => heading.current?.focus())

  return (
    <>
      <PrintHeader name={person.name} />
      <div className="flex items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          My Appointments{count !== undefined && `: ${count}`}
        </h1>
        {(bookings.isPending || Boolean(count)) && (
          <button
            type="button"
            // Keeps its place while hidden, so that the heading does not move.
            className={`btn btn-line print:hidden max-sm:btn-square ${count ? '' : 'invisible'}`}
            onClick={() => window.print()}
          >
            <Printer size={20} aria-hidden="true" className="sm:hidden" />
            <span className="max-sm:sr-only">Print</span>
          </button>
        )}
      </div>
      <div className="mt-6">
        {bookings.isPending && <TableSkeleton label="Loading your appointments" rows={4} lines={4} button />}
        <LoadError what="Your appointments" query={bookings} />
        {count === 0 && (
          <NoAppointments
            title="Nothing booked yet"
            text="Your appointments will be listed here, with their times and payments."
          />
        )}
        {bookings.data && bookings.data.length > 0 && <Appointments bookings={bookings.data} onChange={openChange} />}
        {!bookings.isPending && waiting && <waiting.WaitingFor email={person.email} />}
        {cancelled && cancelled.length > 0 && <Folded label="Cancelled" bookings={cancelled} />}
        {!bookings.isPending && <Unconfirmed />}
      </div>
      {dialog}
    </>
  )
}

interface AppointmentsProps {
  bookings: Booking[]
  onChange: ChangeHandler
}

function Appointments({ bookings, onChange }: AppointmentsProps) {
  const { upcoming, earlier } = splitByTime(bookings, useClinicToday(), useClinicMinutes())
  return (
    <>
      {upcoming.length > 0 ? (
        <AppointmentsTable bookings={upcoming} onChange={onChange} />
      ) : (
        <NoAppointments title="No upcoming appointments" text="Time for a check-up? Find a time that suits you." />
      )}
      {earlier.length > 0 && <Folded label="Earlier" bookings={earlier} />}
    </>
  )
}

function Folded({ label, bookings }: { label: string; bookings: Booking[] }) {
  return (
    <details className="mt-8">
      <summary className="w-fit cursor-pointer rounded-field py-2 pr-2 font-bold text-lg">
        {label}: {bookings.length}
      </summary>
      <div className="mt-2">
        <AppointmentsTable bookings={bookings} />
      </div>
    </details>
  )
}

/** Empty state with a link to book. */
function NoAppointments({ title, text }: { title: string; text: string }) {
  return (
    <EmptyCard title={title} text={text}>
      <Link to={pages.appointment} className="btn btn-action print:hidden">
        Book an appointment
      </Link>
    </EmptyCard>
  )
}

/** The header of the printed list: clinic, patient and date. */
function PrintHeader({ name }: { name: string }) {
  const today = useClinicToday()
  return (
    <header className="mb-8 hidden justify-between gap-8 border-edge border-b pb-6 print:flex">
      <address className="not-italic">
        <p className="font-bold text-lg">{clinic.name}</p>
        <p>{clinic.address}</p>
        <p>{clinic.phone}</p>
      </address>
      <div className="shrink-0 text-right">
        <p className="font-bold text-lg">{name}</p>
        <p>Printed on {dayInText(today)}</p>
      </div>
    </header>
  )
}

/** Tells a person with an unconfirmed email that the clinic's appointments are hidden until they confirm it. It must
 *  not tell whether there are any, because the account may be that of a stranger. */
export function Unconfirmed() {
  const { data } = useQuery(accountQuery)
  if (data?.emailConfirmed !== false) return null
  return (
    <p className="mt-6 max-w-text text-quiet print:hidden">
      Appointments that the clinic makes for you show here once your email is confirmed.{' '}
      <Link to={pages.account} className="text-link inline-block py-1">
        Confirm it in My Account
      </Link>
    </p>
  )
}

/** Splits bookings at a time of the clinic's clock: `upcoming`, the soonest first, and `earlier`, the latest first. A
 *  booking is upcoming until it ends, so that a patient who is late still finds it on top. */
export function splitByTime(bookings: Booking[], today: IsoDate, minutes: number) {
  const soonestFirst = bookings.toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
  const isUpcoming = ({ date, slot }: Booking) => {
    const day = parseMediumDate(date) ?? ''
    return day > today || (day === today && slotEndMinutes(slot) > minutes)
  }
  return {
    upcoming: soonestFirst.filter(isUpcoming),
    earlier: soonestFirst.filter((booking) => !isUpcoming(booking)).reverse(),
  }
}

/** A sort key. */
function startOf({ date, slot }: Booking): string {
  return `${parseMediumDate(date)} ${String(slotStartMinutes(slot)).padStart(4, '0')}`
}
