import { useQuery } from '@tanstack/react-query'
import { generatePath, Link, useSearchParams } from 'react-router'
import type { Receipt } from '#contract/booking/receipt.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import { pages } from '#contract/site/pages.ts'
import { receiptsOf } from '#web/api/receipts.ts'
import { clinicDayInText, showDate } from '#web/dates.ts'
import { showPeriod } from '#web/periods.ts'
import { usePerson } from '#web/session/use-person.ts'
import { PeriodTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { BackToAppointments, UnknownBooking } from '#web/ui/appointment/BookingPage.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { amount, Letterhead, paper, ReceiptSkeleton } from './ReceiptPaper.tsx'

const maxReceipts = 20

/** One receipt for several appointments, a line each: those in the address, as `of`. */
export function ReceiptOfAll() {
  const person = usePerson()
  const ids = [...new Set(useSearchParams()[0].get('of')?.split(','))].slice(0, maxReceipts)
  const query = useQuery(receiptsOf(person.email, ids))
  const receipts = query.data?.filter(({ payments }) => payments.length > 0)
  return (
    <>
      <BackToAppointments />
      <h1 className="page-title">Receipt</h1>
      <div className="mt-6">
        {query.isPending && <ReceiptSkeleton />}
        <LoadError what="The receipt" query={query} />
        {receipts && (receipts.length > 0 ? <Paper receipts={receipts} /> : <UnknownBooking />)}
      </div>
    </>
  )
}

type ReceiptOfBooking = Receipt & { id: string }

function Paper({ receipts: [first, ...more] }: { receipts: ReceiptOfBooking[] }) {
  if (!first) return null
  const receipts = [first, ...more]
  const total = receipts.reduce((sum, { received }) => sum + toCents(received), 0)
  return (
    <>
      <button type="button" className="btn btn-action mb-6 px-6 print:hidden" onClick={() => window.print()}>
        Print
      </button>
      <article className={paper}>
        <Letterhead issuer={first.clinic} />
        <p className="py-4">
          <span className="text-quiet">Issued</span> {clinicDayInText(first.issuedAt)}
        </p>
        <ul className="divide-y divide-base-300 border-base-300 border-y">
          {receipts.map((receipt) => (
            <li key={receipt.id} className="flex flex-wrap gap-x-6 py-4">
              <Line receipt={receipt} isFirst={receipt === first} />
            </li>
          ))}
        </ul>
        <p className="flex justify-between gap-6 pt-4 font-bold text-lg">
          <span>Paid</span>
          <span className="tabular-nums">{amount(toDollars(total))}</span>
        </p>
        {first.clinic.imprint && (
          <p className="mt-6 wrap-anywhere whitespace-pre-line text-quiet text-sm">{first.clinic.imprint}</p>
        )}
      </article>
    </>
  )
}

function Line({ receipt, isFirst }: { receipt: ReceiptOfBooking; isFirst: boolean }) {
  const { id, appointment, patient, payments, refunds, received } = receipt
  const { treatment, doctor, date, slot } = appointment
  const givenBack = refunds.reduce((sum, refund) => sum + toCents(refund.amount), 0)
  return (
    <>
      <div className="min-w-0 flex-1 basis-36">
        <p className="wrap-anywhere font-medium">
          {treatment}, {patient.name}
        </p>
        <p className="text-quiet">
          {weekdayOfMedium(date)}, {showDate(date)},{' '}
          {isFirst ? <PeriodTime date={date} slot={slot} /> : showPeriod(slot)}
        </p>
        {doctor && <p className="wrap-anywhere text-quiet">with {doctor}</p>}
        <p className="text-quiet text-sm">
          <Link to={generatePath(pages.receipt, { id })} className="text-link tap">
            {payments.length > 1 ? 'Receipts' : 'Receipt'} {payments.map(({ receipt }) => receipt).join(', ')}
          </Link>
          {givenBack > 0 && `, given back ${amount(toDollars(givenBack))}`}
        </p>
      </div>
      <p className="font-bold tabular-nums">{amount(received)}</p>
    </>
  )
}
