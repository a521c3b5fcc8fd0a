import { useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { pages } from '#contract/site/pages.ts'
import { paymentOf } from '#web/api/desk/appointments.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'

/** Shows the money of an appointment, with its receipts. */
export function PaymentCard({ reader, id }: { reader: string; id: string }) {
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
      {payment.data && <Details id={id} payment={payment.data} />}
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

function Details({ id, payment }: { id: string; payment: PaymentDetails }) {
  const { price, owed, left, transactionId, dispute, payments, refunds } = payment
  return (
    <div className="rounded-box border border-base-300 bg-card p-6">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2 [&_dd]:wrap-anywhere [&_dt]:text-quiet">
        <dt>Price</dt>
        <dd className="tabular-nums">{formatDollars(price)}</dd>
        <dt>State</dt>
        <dd>{stateOf(payment)}</dd>
        {transactionId && (
          <>
            <dt>Transaction</dt>
            <dd>{transactionId}</dd>
          </>
        )}
        {payments.length > 0 && (
          <>
            <dt>{refunds.length > 0 ? 'Kept' : 'Received'}</dt>
            <dd className="tabular-nums">{formatDollars(left)}</dd>
          </>
        )}
        {owed > 0 && (
          <>
            <dt>Owed</dt>
            <dd className="tabular-nums">{formatDollars(owed)}</dd>
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
      {payments.length > 0 && (
        <ul aria-label="Receipts" className="mt-4 grid gap-2 border-base-300 border-t pt-4">
          {payments.map(({ _id, receipt, amount, method, at, voidedAt }) => (
            <li key={_id}>
              {voidedAt ? (
                `Receipt ${receipt}`
              ) : (
                <Link to={`${generatePath(pages.receipt, { id })}?number=${receipt}`} className="text-link py-1">
                  Receipt {receipt}
                </Link>
              )}
              : {formatDollars(amount)} by {methodWords[method]}, {clinicMomentInText(at)}
              {voidedAt && ' (void)'}
            </li>
          ))}
        </ul>
      )}
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

function stateOf({ paid, payments }: PaymentDetails): string {
  if (paid) return 'Paid'
  return payments.some(({ voidedAt }) => !voidedAt) ? 'Part paid' : 'Not paid'
}
