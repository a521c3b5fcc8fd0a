import { pageMeta } from '#web/app/meta.ts'
import { BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { NotPaidYet } from './NotPaidYet.tsx'
import { Receipt, ReceiptSkeleton } from './Receipt.tsx'

export const meta = pageMeta

export default function ReceiptPage() {
  return (
    <BookingPage
      title="Receipt"
      what="The receipt"
      waiting={<ReceiptSkeleton />}
      action={({ paid }) => paid && <PrintButton />}
    >
      {(booking) => (booking.paid ? <Receipt booking={booking} /> : <NotPaidYet booking={booking} />)}
    </BookingPage>
  )
}

function PrintButton() {
  return (
    <button type="button" className="btn btn-action px-6 print:hidden" onClick={() => window.print()}>
      Print
    </button>
  )
}
