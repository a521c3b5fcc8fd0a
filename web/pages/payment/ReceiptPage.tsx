import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { clinicDayInText, dateInText, showDate } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { AppointmentsLink } from '#web/ui/appointment/AppointmentsLink.tsx'
import { SlotTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { BookingPage } from '#web/ui/appointment/BookingPage.tsx'
import { Refunds } from '#web/ui/appointment/Refunds.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { Logo } from '#web/ui/frame/Logo.tsx'

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

/** Shown instead of the receipt of an unpaid booking. */
function NotPaidYet({ booking: { _id: id, treatment, date, price, cancelledAt } }: { booking: Booking }) {
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
        price > 0
          ? 'is not paid yet. Your receipt will appear here once it is.'
          : 'is free of charge, so there is nothing to pay.'
      }`}
    >
      {price > 0 && (
        <Link to={generatePath(pages.payment, { id })} className="btn btn-action">
          Pay {formatDollars(price)}
        </Link>
      )}
      <AppointmentsLink />
    </EmptyCard>
  )
}

const paper =
  'max-w-2xl rounded-box border border-base-300 bg-card p-6 sm:p-8 print:max-w-none print:border-0 print:p-0'
const lines = ['Patient', 'Treatment', 'Dentist', 'Appointment', 'Price', 'Payment', 'Transaction id']

/** Proof of a payment, to print or keep: payer, payee, treatment, amount and date. */
function Receipt({ booking }: { booking: Booking }) {
  const { patientName, patient, treatment, doctor, date, slot, price, paidAt, transactionId, cancelledAt } = booking
  return (
    <article className={paper}>
      <Letterhead />
      <dl className="divide-y divide-base-300">
        <Line term="Patient">
          {patientName}
          {patient !== '' && <span className="block text-quiet text-sm">{patient}</span>}
        </Line>
        <Line term="Treatment">{treatment}</Line>
        {doctor && <Line term="Dentist">{doctor}</Line>}
        <Line term="Appointment">
          {weekdayOfMedium(date)}, {showDate(date)}, <SlotTime date={date} slot={slot} />
          {cancelledAt && <span className="block">Cancelled on {clinicDayInText(cancelledAt)}</span>}
        </Line>
        <Line term="Price">
          <span className="font-bold tabular-nums">{formatDollars(price, { alwaysCents: true })}</span>
        </Line>
        <Line term="Payment">
          <Done>Paid{paidAt && ` on ${clinicDayInText(paidAt)}`}</Done>
        </Line>
        {(booking.refunded || booking.refunding) && (
          <Line term="Refund">
            <Refunds booking={booking} />
          </Line>
        )}
        <Line term="Transaction id">{transactionId}</Line>
      </dl>
    </article>
  )
}

/** Placeholder for the receipt while it loads. */
export function ReceiptSkeleton() {
  return (
    <div className={paper}>
      <p role="status" className="sr-only">
        Loading the receipt
      </p>
      <Letterhead />
      <dl className="divide-y divide-base-300">
        {lines.map((term) => (
          <Line key={term} term={term}>
            <Bar width="w-1/2" />
            {term === 'Patient' && (
              <span className="block text-sm">
                <Bar width="w-3/5" />
              </span>
            )}
          </Line>
        ))}
      </dl>
    </div>
  )
}

function Letterhead() {
  return (
    <header className="flex gap-4 max-[22rem]:gap-2 border-base-300 border-b pb-6">
      <div className="print:hidden">
        <Logo />
      </div>
      <address className="wrap-anywhere min-w-0 not-italic">
        <p className="font-bold text-lg">{clinic.name}</p>
        <p className="text-quiet">{clinic.address}</p>
        <p className="text-quiet">{clinic.phone}</p>
        <p className="text-quiet max-[22rem]:text-sm">{clinic.email}</p>
      </address>
    </header>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    // Two columns, or one below the other if the text is too large for them.
    <div className="py-4 sm:flex sm:flex-wrap sm:gap-x-6 print:flex print:gap-x-6">
      <dt className="text-quiet sm:w-36 print:w-36">{term}</dt>
      <dd className="wrap-anywhere min-w-0 flex-1 basis-48">{children}</dd>
    </div>
  )
}
