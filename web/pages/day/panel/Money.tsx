import { useQuery } from '@tanstack/react-query'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { paymentOf, postRetry } from '#web/api/desk/appointments.ts'
import { postHandOut } from '#web/api/desk/payments.ts'
import { clinicMomentAt, clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { useMay } from '#web/session/use-may.ts'
import { Act, PaymentItem } from './PaymentItem.tsx'

type Refund = PaymentDetails['refunds'][number]
type Charge = PaymentDetails['charges'][number]

const reasons: Record<string, string> = {
  cancelled: 'after the cancellation',
  'by-staff': 'by the clinic',
  'at-provider': 'in the card provider’s dashboard',
}

/** What was charged, paid and refunded for an appointment, and what the desk does with each. Empty for one that nobody
 *  has paid at its first price. */
export function Money({ admin, appointment }: { admin: string; appointment: DeskAppointment }) {
  const { data } = useQuery(paymentOf(admin, appointment._id))
  if (!data) return null
  const { dispute, charges, payments, refunds } = data
  // The first price alone says nothing that isn't said above.
  const shown = charges.length > 1 ? charges.filter(({ kind }) => kind !== 'credit') : []
  if (!dispute && shown.length < 2 && payments.length === 0 && refunds.length === 0) return null
  return (
    <section aria-label="Money" className="mt-4 grid gap-3 border-base-300 border-t pt-3 text-sm">
      {dispute && (
        <p className="font-medium text-error">
          The patient disputes a card payment since {clinicMomentInText(dispute.at)}:{' '}
          {dispute.status.replaceAll('_', ' ')}. Answer it in the card provider’s dashboard.
        </p>
      )}
      {shown.length > 1 && (
        <ul aria-label="Charges" className="grid gap-2">
          {shown.map((charge) => (
            <ChargeItem key={charge._id} charge={charge} />
          ))}
        </ul>
      )}
      {payments.length > 0 && (
        <ul aria-label="Payments" className="grid gap-3">
          {payments.map((payment) => (
            <PaymentItem key={payment._id} {...{ admin, appointment, payment }} />
          ))}
        </ul>
      )}
      {refunds.length > 0 && (
        <ul aria-label="Refunds" className="grid gap-3">
          {refunds.map((refund) => (
            <RefundItem key={refund._id} {...{ admin, refund }} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ChargeItem({ charge: { words, amount, reason, madeBy, at, voidedAt } }: { charge: Charge }) {
  return (
    <li className="wrap-anywhere">
      <p className={voidedAt ? 'text-quiet line-through' : ''}>
        {words}: {formatDollars(amount)}
      </p>
      <p className="text-quiet">
        {clinicMomentAt(at)}
        {madeBy && `, ${madeBy}`}
        {reason && `: ${reason}`}
      </p>
    </li>
  )
}

function RefundItem({ admin, refund }: { admin: string; refund: Refund }) {
  const { _id: id, method, amount, state, reason, requestedBy, note, at, succeededAt } = refund
  const mayRefund = useMay('refund-payment')
  const isDueByHand = method !== 'card-online' && state === 'due'
  return (
    <li className="wrap-anywhere grid gap-1 justify-items-start">
      <p className={state === 'failed' || isDueByHand ? 'font-medium text-error' : ''}>
        Refund of {formatDollars(amount)}
        {method !== 'card-online' && ` (${methodWords[method]})`}: {isDueByHand ? 'to be given back' : states[state]}
      </p>
      <p className="text-quiet">
        {clinicMomentAt(succeededAt ?? at)}, {reasons[reason] ?? reason}
        {requestedBy && ` (${requestedBy})`}
        {note && `: ${note}`}
      </p>
      {mayRefund && state === 'failed' && (
        <Act
          admin={admin}
          send={() => postRetry(admin, id)}
          done={`The refund of ${formatDollars(amount)} is requested again`}
        >
          Try again
        </Act>
      )}
      {mayRefund && isDueByHand && (
        <Act admin={admin} send={() => postHandOut(admin, id)} done={`${formatDollars(amount)} is given back`}>
          Given back
        </Act>
      )}
    </li>
  )
}

const states: Record<Refund['state'], string> = {
  due: 'requested',
  pending: 'on its way',
  succeeded: 'arrived',
  failed: 'failed',
  void: 'not needed any more',
}
