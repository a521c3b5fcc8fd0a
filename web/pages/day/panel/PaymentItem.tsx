import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postReceipt, postVoid } from '#web/api/desk/payments.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { clinicMomentAt, clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { useMay } from '#web/session/use-may.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useToast } from '#web/ui/message/use-toast.ts'
import { ifEmailed } from '#web/unsent.ts'

type Payment = PaymentDetails['payments'][number]

interface PaymentItemProps {
  admin: string
  appointment: DeskAppointment
  payment: Payment
}

/** A payment, with its receipt and its void. */
export function PaymentItem({ admin, appointment, payment }: PaymentItemProps) {
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
            <Act
              onPress={() =>
                change(() => postReceipt(admin, id), ifEmailed(`The receipt is sent to ${appointment.patient}`))
              }
            >
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

const small = 'btn btn-line h-9 min-h-9 px-3'

/** A button that is busy until its work is done. */
export function Act({ onPress, children }: { onPress: () => Promise<void>; children: ReactNode }) {
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
export function useChange(admin: string) {
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
