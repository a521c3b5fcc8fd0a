import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { pages } from '#contract/site/pages.ts'
import { paymentOf } from '#web/api/desk/appointments.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'

const useReceipt = loadLater(() => import('./ReceiptForm.tsx'))

/** Shows an accountant a payment and its refunds. */
export default function PaymentsPage() {
  const { email } = usePerson()
  const [id, setId] = useState<string>()
  const receipt = useReceipt()
  return (
    <>
      <h1 className="page-title">Payments</h1>
      <p className="mt-3 max-w-text text-quiet">
        Look one payment up by its receipt: what was paid, what was refunded, and whether the patient disputes it. You
        can read here and change nothing.
      </p>
      {receipt ? <receipt.ReceiptForm onChosen={setId} /> : <div className="skeleton mt-6 h-36 max-w-xl" />}
      {id && <Payment reader={email} id={id} />}
      <p className="mt-10 max-w-text text-quiet">
        All payments of a period are in{' '}
        <Link to={pages.reports} className="text-link">
          Reports
        </Link>
        , as figures and as files to export.
      </p>
    </>
  )
}

function Payment({ reader, id }: { reader: string; id: string }) {
  const payment = useQuery(paymentOf(reader, id))
  const isUnknown = payment.error instanceof ApiError && payment.error.problem.status === 404
  return (
    <section aria-label="Payment" aria-live="polite" className="mt-6 max-w-xl">
      {payment.isPending && <div className="skeleton h-40" />}
      {isUnknown ? (
        <p className="font-medium">No appointment has this number. Check that the whole link is there.</p>
      ) : (
        <LoadError what="The payment" query={payment} />
      )}
      {payment.data && <Details payment={payment.data} />}
    </section>
  )
}

const states = {
  due: 'requested',
  pending: 'on its way',
  succeeded: 'arrived',
  failed: 'failed',
  void: 'not needed any more',
} as const

function Details({ payment: { price, paid, left, transactionId, dispute, refunds } }: { payment: PaymentDetails }) {
  return (
    <div className="rounded-box border border-base-300 bg-card p-6">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2 [&_dd]:wrap-anywhere [&_dt]:text-quiet">
        <dt>Price</dt>
        <dd className="tabular-nums">{formatDollars(price)}</dd>
        <dt>State</dt>
        <dd>{paid ? 'Paid' : 'Not paid'}</dd>
        {transactionId && (
          <>
            <dt>Transaction</dt>
            <dd>{transactionId}</dd>
            <dt>Left</dt>
            <dd className="tabular-nums">{formatDollars(left)}</dd>
          </>
        )}
        {dispute && (
          <>
            <dt>Dispute</dt>
            <dd className="text-error">
              {dispute.status.replaceAll('_', ' ')}, since {clinicMomentInText(dispute.at)}
            </dd>
          </>
        )}
      </dl>
      {refunds.length > 0 && (
        <ul aria-label="Refunds" className="mt-4 grid gap-2 border-base-300 border-t pt-4">
          {refunds.map(({ _id, amount, state, at, requestedBy }) => (
            <li key={_id} className={state === 'failed' ? 'text-error' : ''}>
              Refund of {formatDollars(amount)}: {states[state]}, {clinicMomentInText(at)}
              {requestedBy && ` (${requestedBy})`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
