import { useQuery } from '@tanstack/react-query'
import { generatePath, Link, useParams, useSearchParams } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { receiptFileName } from '#contract/booking/receipt.ts'
import { owedOf } from '#contract/booking/refund.ts'
import { pages } from '#contract/site/pages.ts'
import { receiptFile, receiptOf } from '#web/api/receipts.ts'
import { dateInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { saveFile } from '#web/save-file.ts'
import { usePerson } from '#web/session/use-person.ts'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { allOfThem } from '#web/ui/appointment/all-of-them.ts'
import { BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { ReceiptPaper, ReceiptSkeleton } from './ReceiptPaper.tsx'

const useAll = loadWhenIdle(() => import('./ReceiptOfAll.tsx'))

export default function ReceiptPage() {
  const { id = '' } = useParams()
  return id === allOfThem ? <ForAll /> : <ForOne id={id} />
}

function ForAll() {
  const code = useAll(true)
  return code ? <code.ReceiptOfAll /> : <ReceiptSkeleton />
}

function ForOne({ id }: { id: string }) {
  const number = useSearchParams()[0].get('number') ?? undefined
  const query = useQuery(receiptOf(usePerson().email, id, number))
  const receipt = query.data
  const show = (booking?: Booking) => {
    if (query.isPending) return <ReceiptSkeleton />
    if (query.error) return <LoadError what="The receipt" query={query} />
    if (!receipt) return <NoSuchReceipt id={id} />
    return (
      <>
        <Actions id={id} number={number} fileName={receiptFileName(receipt)} />
        <ReceiptPaper booking={booking} receipt={receipt} />
      </>
    )
  }

  return (
    <BookingPage
      title="Receipt"
      what="The receipt"
      waiting={<ReceiptSkeleton />}
      // Accountants read receipts, not appointments.
      {...(receipt && { unknown: show() })}
    >
      {(booking) => (hasReceipt(booking) ? show(booking) : <NotPaidYet booking={booking} />)}
    </BookingPage>
  )
}

const hasReceipt = ({ paid, received }: Booking) => paid === true || received !== undefined

function Actions({ id, number, fileName }: { id: string; number: string | undefined; fileName: string }) {
  const person = usePerson()
  const saving = useChange(async () => saveFile(await receiptFile(person.email, id, number), fileName))
  return (
    <div className="mb-6 max-w-2xl print:hidden">
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={saving.isBusy} className="btn btn-action px-6" onClick={() => void saving.run()}>
          Download PDF
        </BusyButton>
        <button type="button" className="btn btn-line px-6" onClick={() => window.print()}>
          Print
        </button>
        {number !== undefined && (
          <Link to={generatePath(pages.receipt, { id })} className="text-link inline-block self-center py-1">
            All payments
          </Link>
        )}
      </div>
      <Problem>{saving.problem}</Problem>
    </div>
  )
}

/** Shown if the address names the receipt of another appointment, or of a payment that is void. */
function NoSuchReceipt({ id }: { id: string }) {
  return (
    <EmptyCard title="There is no such receipt" text="The clinic may have voided this payment.">
      <Link to={generatePath(pages.receipt, { id })} className="btn btn-action">
        All payments
      </Link>
    </EmptyCard>
  )
}

/** Shown instead of the receipt of an unpaid booking. */
function NotPaidYet({ booking }: { booking: Booking }) {
  const { _id: id, treatment, date, cancelledAt } = booking
  const owed = owedOf(booking)
  if (cancelledAt)
    return (
      <EmptyCard
        title="There is no receipt"
        text={`${treatment} on ${dateInText(date)} was cancelled before it was paid.`}
      >
        <AppointmentsLink />
      </EmptyCard>
    )
  return (
    <EmptyCard
      title="There is no receipt yet"
      text={`${treatment} on ${dateInText(date)} ${
        owed > 0
          ? 'is not paid yet. Your receipt will appear here once it is.'
          : 'is free of charge, so there is nothing to pay.'
      }`}
    >
      {owed > 0 && (
        <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
          Pay {formatDollars(owed)}
        </Link>
      )}
      <AppointmentsLink />
    </EmptyCard>
  )
}
