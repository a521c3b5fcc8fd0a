import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { pages } from '#contract/site/pages.ts'
import { paymentOf, postRetry } from '#web/api/desk/appointments.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postHandOut, postReceipt, postVoid } from '#web/api/desk/payments.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { clinicMomentAt, clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { useMay } from '#web/session/use-may.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/Toasts.tsx'

type Payment = PaymentDetails['payments'][number]
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

interface PaymentItemProps {
  admin: string
  appointment: DeskAppointment
  payment: Payment
}

function PaymentItem({ admin, appointment, payment }: PaymentItemProps) {
  const {
    _id: id,
    method,
    amount,
    reference,
    receipt,
    takenBy,
    at,
    mayBeVoided,
    voidedAt,
    voidedBy,
    voidReason,
  } = payment
  const [isVoiding, setVoiding] = useState(false)
  const change = useChange(admin)
  const [mayVoid, maySend] = [useMay('void-payment'), useMay('take-payment')]
  const what = `${formatDollars(amount)}, ${methodWords[method]}`
  return (
    <li className="wrap-anywhere">
      <p className={voidedAt ? 'text-quiet line-through' : ''}>
        {what}, <span className="whitespace-nowrap">receipt {receipt}</span>
      </p>
      <p className="text-quiet">
        {clinicMomentAt(at)}
        {takenBy && `, ${takenBy}`}
        {reference && `, ${reference}`}
      </p>
      {voidedAt && (
        <p>
          Void since {clinicMomentInText(voidedAt)}
          {voidedBy && ` (${voidedBy})`}: {voidReason}
        </p>
      )}
      {!voidedAt && (
        <p className="mt-1 flex flex-wrap gap-2">
          <Link className={small} to={generatePath(pages.receipt, { id: appointment._id })} target="_blank">
            Receipt
          </Link>
          {maySend && appointment.patient !== '' && (
            <Act onPress={() => change(() => postReceipt(admin, id), `The receipt is sent to ${appointment.patient}`)}>
              Email the receipt
            </Act>
          )}
          {mayVoid && mayBeVoided && !isVoiding && (
            <button type="button" className={small} onClick={() => setVoiding(true)}>
              Void
            </button>
          )}
        </p>
      )}
      {isVoiding && !voidedAt && (
        <VoidForm
          onVoid={(reason) => change(() => postVoid(admin, id, reason), `The payment of ${what} is void`)}
          onCancel={() => setVoiding(false)}
        />
      )}
    </li>
  )
}

/** Asks why a payment is void. */
function VoidForm({ onVoid, onCancel }: { onVoid: (reason: string) => Promise<void>; onCancel: () => void }) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={async (event) => {
        event.preventDefault()
        setBusy(true)
        await onVoid(reason)
        setBusy(false)
      }}
    >
      <label className="grid gap-1">
        Why is it void?
        <input
          // The person has just asked for it.
          ref={(input) => input?.focus()}
          className="input field"
          value={reason}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <p className="flex flex-wrap gap-2">
        <BusyButton type="submit" busy={busy} disabled={reason.trim() === ''} className={small}>
          Void the payment
        </BusyButton>
        <button type="button" className={small} onClick={onCancel}>
          Keep it
        </button>
      </p>
    </form>
  )
}

function RefundItem({ admin, refund }: { admin: string; refund: Refund }) {
  const { _id: id, method, amount, state, reason, requestedBy, note, at, succeededAt } = refund
  const change = useChange(admin)
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
          onPress={() =>
            change(() => postRetry(admin, id), `The refund of ${formatDollars(amount)} is requested again`)
          }
        >
          Try again
        </Act>
      )}
      {mayRefund && isDueByHand && (
        <Act onPress={() => change(() => postHandOut(admin, id), `${formatDollars(amount)} is given back`)}>
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

const small = 'btn btn-line h-9 min-h-9 px-3'

/** A button that is busy until its work is done. */
function Act({ onPress, children }: { onPress: () => Promise<void>; children: ReactNode }) {
  const [busy, setBusy] = useState(false)
  return (
    <BusyButton
      busy={busy}
      className={small}
      onClick={async () => {
        setBusy(true)
        await onPress()
        setBusy(false)
      }}
    >
      {children}
    </BusyButton>
  )
}

/** Returns a function that makes a change, says so and shows what is then true. Never fails. */
function useChange(admin: string) {
  const client = useQueryClient()
  const toast = useToast()
  return async (make: () => Promise<void>, done: string): Promise<void> => {
    try {
      await make()
      toast('success', done)
    } catch (error) {
      toast('error', messageFor(error))
    }
    await refreshDesk(client, admin)
  }
}
