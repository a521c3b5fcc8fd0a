import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useRef } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { accountQuery } from '#web/api/account.ts'
import { bookingsOf, cancelledBookingsOf } from '#web/api/bookings.ts'
import { waitingOf } from '#web/api/waiting-list.ts'
import { clinic } from '#web/clinic.ts'
import { dayInText } from '#web/dates.ts'
import type { Beginning } from '#web/session/beginning.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'

const useList = loadLater(() => import('./AppointmentsList.tsx'))

/** Fetches the appointments, what the person waits for, and whether their email is confirmed. */
export function prefetch({ client, person: { email } }: Beginning): Promise<unknown> {
  const queries = [client.prefetchQuery(bookingsOf(email)), client.prefetchQuery(waitingOf(email))]
  return Promise.all([...queries, client.prefetchQuery(accountQuery)])
}

export default function AppointmentsPage() {
  const person = usePerson()
  const bookings = useQuery(bookingsOf(person.email))
  const { data: cancelled } = useQuery(cancelledBookingsOf(person.email))
  const count = bookings.data?.length
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useList()
  const isWaiting = bookings.isPending || (bookings.data !== undefined && !list)

  return (
    <>
      <PrintHeader name={person.name} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="page-title wrap-anywhere min-w-0 hyphens-auto">
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
        {isWaiting && <TableSkeleton label="Loading your appointments" rows={4} lines={4} button />}
        <LoadError what="Your appointments" query={bookings} />
        {bookings.data && list && (
          <list.AppointmentsList
            email={person.email}
            bookings={bookings.data}
            cancelled={cancelled ?? []}
            onLost={() => heading.current?.focus()}
          />
        )}
        {!isWaiting && <Unconfirmed />}
      </div>
    </>
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
