import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/booking/booking.ts'
import type { Receipt } from '#contract/booking/receipt.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import { showBirthDate } from '#web/birth-date.ts'
import { clinic } from '#web/clinic.ts'
import { clinicDayInText, showDate } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { PeriodTime, weekdayOfMedium } from '#web/ui/appointment/AppointmentTime.tsx'
import { Refunds } from '#web/ui/appointment/Refunds.tsx'
import { Bar } from '#web/ui/feedback/Bar.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { Logo } from '#web/ui/frame/Logo.tsx'

/** The looks of a receipt, on the page and on paper. */
export const paper =
  'max-w-2xl rounded-box border border-base-300 bg-card p-6 sm:p-8 print:max-w-none print:border-0 print:p-0'
const lines = ['Issued', 'Patient', 'Treatment', 'Dentist', 'Appointment', 'Price', 'Payment', 'Transaction id']

/** Amounts of a receipt have cents. */
export const amount = (dollars: number) => formatDollars(dollars, { alwaysCents: true })

/** Proof of the payments for an appointment, to print or keep: payer, payee, treatment, amounts and dates. Without the
 *  booking it lacks what it owes for, and whether all of it is paid. */
export function ReceiptPaper({ booking, receipt }: { booking: Booking | undefined; receipt: Receipt }) {
  const { price, paid, paidAt, transactionId, refunded, refunding } = booking ?? {}
  const { number, payments, owed } = receipt
  const isWhole = number === undefined
  return (
    <article className={paper}>
      <Letterhead issuer={receipt.clinic} />
      <dl className="divide-y divide-base-300">
        {number !== undefined && <Line term="Receipt">{number}</Line>}
        <Line term="Issued">{clinicDayInText(receipt.issuedAt)}</Line>
        <Subject receipt={receipt} />
        {isWhole && price !== undefined && (
          <Line term="Price">
            <span className="font-bold tabular-nums">{amount(price)}</span>
          </Line>
        )}
        {isWhole && paid && (
          <Line term="Payment">
            <Done>Paid{paidAt && ` on ${clinicDayInText(paidAt)}`}</Done>
          </Line>
        )}
        {payments.map((payment) => (
          <Line key={payment.receipt} term={`Receipt ${payment.receipt}`}>
            <PaymentLines payment={payment} isLinked={isWhole && payments.length > 1} />
          </Line>
        ))}
        {isWhole && booking && (refunded || refunding) && (
          <Line term="Refund">
            <Refunds booking={booking} />
          </Line>
        )}
        {!(isWhole && booking) && receipt.refunds.length > 0 && (
          <Line term="Refund">
            {receipt.refunds.map((refund) => (
              <span key={`${refund.at} ${refund.amount}`} className="block">
                {amount(refund.amount)} {refund.at ? `on ${clinicDayInText(refund.at)}` : 'on its way'}
              </span>
            ))}
          </Line>
        )}
        {owed !== undefined && (
          <Line term="Still to pay">
            <span className="font-bold tabular-nums">{amount(owed)}</span>
          </Line>
        )}
        {isWhole && transactionId && <Line term="Transaction id">{transactionId}</Line>}
      </dl>
      {receipt.clinic.imprint && (
        <p className="mt-6 wrap-anywhere whitespace-pre-line text-quiet text-sm">{receipt.clinic.imprint}</p>
      )}
    </article>
  )
}

/** Whom and what the payments are for. */
function Subject({ receipt: { patient, appointment, charges } }: { receipt: Receipt }) {
  const { treatment, doctor, date, slot, cancelledAt } = appointment
  // What is charged may be a fee instead of the treatment.
  const other = charges.filter(({ words }) => words !== treatment)
  return (
    <>
      <Line term="Patient">
        {patient.name}
        {patient.email && <span className="block text-quiet text-sm">{patient.email}</span>}
      </Line>
      {patient.birthDate && <Line term="Birth date">{showBirthDate(patient.birthDate)}</Line>}
      <Line term="Treatment">
        {treatment}
        {other.map(({ words }) => (
          <span key={words} className="block">
            Charged: {words}
          </span>
        ))}
      </Line>
      {doctor && <Line term="Dentist">{doctor}</Line>}
      <Line term="Appointment">
        {weekdayOfMedium(date)}, {showDate(date)}, <PeriodTime date={date} slot={slot} />
        {cancelledAt && <span className="block">Cancelled on {clinicDayInText(cancelledAt)}</span>}
      </Line>
    </>
  )
}

interface PaymentLinesProps {
  payment: Receipt['payments'][number]
  /** Offers the receipt of this payment alone. */
  isLinked: boolean
}

function PaymentLines({ payment, isLinked }: PaymentLinesProps) {
  const { receipt, method, at } = payment
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        <span className="tabular-nums">{amount(payment.amount)}</span> by {methodWords[method]} on {clinicDayInText(at)}
      </span>
      {isLinked && (
        <Link to={`?number=${receipt}`} className="text-link tap text-sm print:hidden">
          Only this receipt<span className="sr-only"> {receipt}</span>
        </Link>
      )}
    </span>
  )
}

/** Placeholder for the receipt while it loads. */
export function ReceiptSkeleton() {
  return (
    <>
      <div className="skeleton mb-6 h-12 w-64 max-w-full" />
      <div className={paper}>
        <p role="status" className="sr-only">
          Loading the receipt
        </p>
        <Letterhead issuer={clinic} />
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
    </>
  )
}

/** Who issues a receipt. */
export function Letterhead({ issuer }: { issuer: Omit<Receipt['clinic'], 'imprint'> }) {
  return (
    <header className="flex gap-4 max-[22rem]:gap-2 border-base-300 border-b pb-6">
      <div className="print:hidden">
        <Logo />
      </div>
      <address className="wrap-anywhere min-w-0 not-italic">
        <p className="font-bold text-lg">{issuer.name}</p>
        <p className="text-quiet">{issuer.address}</p>
        <p className="text-quiet">{issuer.phone}</p>
        <p className="text-quiet max-[22rem]:text-sm">{issuer.email}</p>
        {issuer.taxId && <p className="text-quiet">Tax id: {issuer.taxId}</p>}
      </address>
    </header>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    // Two columns, or one below the other if the text is too large for them.
    <div className="py-4 sm:flex sm:flex-wrap sm:gap-x-6 print:flex print:gap-x-6 print:py-3">
      <dt className="text-quiet sm:w-40 print:w-40">{term}</dt>
      <dd className="wrap-anywhere min-w-0 flex-1 basis-48">{children}</dd>
    </div>
  )
}
