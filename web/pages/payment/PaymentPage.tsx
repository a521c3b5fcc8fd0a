import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, matchPath, redirectDocument, useParams } from 'react-router'
import type { Booking } from '#contract/booking.ts'
import { pages } from '#contract/pages.ts'
import { bookingById } from '#web/api/queries.ts'
import { LoadError } from '#web/components/LoadError.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { UnknownBooking } from '#web/components/UnknownBooking.tsx'
import { documentPath } from '#web/document-path.ts'
import { pageTitle } from '#web/page-title.ts'
import { usePerson } from '#web/session/use-person.ts'
import { Order } from './Order.tsx'
import { PayByCard } from './PayByCard.tsx'
import { NothingToPay, PaidBefore } from './Settled.tsx'

export const meta = () => pageTitle('Payment')

/** Only this page's document may load the card provider's script (docs/decisions/0014), so it is entered as a document of its own. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (!matchPath(pages.payment, documentPath)) throw redirectDocument(request.url)
  return null
}

export default function PaymentPage() {
  const person = usePerson()
  const { id = '' } = useParams()
  const booking = useQuery(bookingById(person.email, id))

  return (
    <>
      <h1 className="text-2xl">Payment</h1>
      <div className="mt-6">
        {booking.isPending && <Spinner label="Loading the appointment" />}
        {booking.isError && !booking.data && (
          <LoadError what="The appointment" error={booking.error} onRetry={() => booking.refetch()} />
        )}
        {booking.data === null && <UnknownBooking />}
        {booking.data && <Checkout key={booking.data._id} booking={booking.data} />}
      </div>
    </>
  )
}

function Checkout({ booking }: { booking: Booking }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] xl:gap-10">
      <Order booking={booking} />
      <Till booking={booking} />
    </div>
  )
}

function Till({ booking }: { booking: Booking }) {
  const [cameUnpaid] = useState(!booking.paid)
  if (!cameUnpaid) return <PaidBefore booking={booking} />
  if (booking.price <= 0) return <NothingToPay />
  return <PayByCard booking={booking} />
}
