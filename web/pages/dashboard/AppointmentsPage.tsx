import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { Link } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/site/pages.ts'
import { bookingsOf } from '#web/api/bookings.ts'
import { pageMeta } from '#web/app/meta.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { useClinicMinutes, useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { AppointmentsTable } from './AppointmentsTable.tsx'
import { splitByTime } from './by-time.ts'
import { PaperHead } from './PaperHead.tsx'

export const meta = pageMeta

export default function AppointmentsPage() {
  const person = usePerson()
  const bookings = useQuery(bookingsOf(person.email))
  const count = bookings.data?.length

  return (
    <>
      <PaperHead name={person.name} />
      <div className="flex items-center justify-between gap-3">
        <h1 className="page-title">My Appointments{count !== undefined && `: ${count}`}</h1>
        {(bookings.isPending || Boolean(count)) && (
          <button
            type="button"
            // Keeps its place while it is hidden, so that the heading does not move.
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
        {bookings.isError && !bookings.data && (
          <LoadError what="Your appointments" error={bookings.error} onRetry={() => bookings.refetch()} />
        )}
        {count === 0 && <NoAppointments />}
        {bookings.data && bookings.data.length > 0 && <Appointments bookings={bookings.data} />}
      </div>
    </>
  )
}

function Appointments({ bookings }: { bookings: Booking[] }) {
  const { upcoming, earlier } = splitByTime(bookings, useClinicToday(), useClinicMinutes())
  return (
    <>
      {upcoming.length > 0 ? <AppointmentsTable bookings={upcoming} /> : <NothingUpcoming />}
      {earlier.length > 0 && (
        <details className="mt-8">
          <summary className="w-fit cursor-pointer rounded-field py-2 pr-2 font-bold text-lg">
            Earlier: {earlier.length}
          </summary>
          <div className="mt-2">
            <AppointmentsTable bookings={earlier} />
          </div>
        </details>
      )}
    </>
  )
}

function NoAppointments() {
  return (
    <EmptyCard title="Nothing booked yet" text="Your appointments will be listed here, with their times and payments.">
      <BookLink />
    </EmptyCard>
  )
}

function NothingUpcoming() {
  return (
    <EmptyCard title="No upcoming appointments" text="Time for a check-up? Find a time that suits you.">
      <BookLink />
    </EmptyCard>
  )
}

function BookLink() {
  return (
    <Link to={pages.appointment} className="btn btn-action print:hidden">
      Book an appointment
    </Link>
  )
}
