import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'
import { bookingsOf } from '#web/api/queries.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { pageTitle } from '#web/page-title.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AppointmentsTable } from './AppointmentsTable.tsx'

export const meta = () => pageTitle('My Appointments')

export default function AppointmentsPage() {
  const person = usePerson()
  const bookings = useQuery(bookingsOf(person.email))

  return (
    <>
      <h1 className="text-2xl">My Appointments{bookings.data && `: ${bookings.data.length}`}</h1>
      <div className="mt-6">
        {bookings.isPending && <TableSkeleton />}
        {bookings.isError && !bookings.data && (
          <LoadError what="Your appointments" error={bookings.error} onRetry={() => bookings.refetch()} />
        )}
        {bookings.data?.length === 0 && <NoAppointments />}
        {bookings.data && bookings.data.length > 0 && <AppointmentsTable bookings={bookings.data} />}
      </div>
    </>
  )
}

function NoAppointments() {
  return (
    <div className="rounded-box border border-base-300 bg-base-200 p-8">
      <p className="font-bold text-lg">Nothing booked yet</p>
      <p className="mt-1 text-quiet">Your appointments will be listed here, with their times and payments.</p>
      <Link to={pages.appointment} className="btn btn-action mt-5">
        Book an appointment
      </Link>
    </div>
  )
}

function TableSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading your appointments</span>
      <div className="skeleton h-12" />
      <div className="skeleton h-16" />
      <div className="skeleton h-16" />
    </div>
  )
}
