import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { bookingById } from '#web/api/bookings.ts'
import { pageMeta } from '#web/app/meta.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { BackToAppointments } from '#web/ui/appointment/BackToAppointments.tsx'
import { UnknownBooking } from '#web/ui/appointment/UnknownBooking.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { NotPaidYet } from './NotPaidYet.tsx'
import { Receipt, ReceiptSkeleton } from './Receipt.tsx'

export const meta = pageMeta

export default function ReceiptPage() {
  const person = usePerson()
  const { id = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(bookingById(person.email, id))

  return (
    <>
      <BackToAppointments />
      <div className="flex max-w-2xl items-center justify-between gap-4">
        <h1 className="page-title">Receipt</h1>
        {data?.paid && (
          <button type="button" className="btn btn-action px-6 print:hidden" onClick={() => window.print()}>
            Print
          </button>
        )}
      </div>
      <div className="mt-6">
        {isPending && <ReceiptSkeleton />}
        {error && !data && <LoadError what="The receipt" error={error} onRetry={refetch} />}
        {data === null && <UnknownBooking />}
        {data && (data.paid ? <Receipt booking={data} /> : <NotPaidYet booking={data} />)}
      </div>
    </>
  )
}
