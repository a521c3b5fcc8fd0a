import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { pages } from '#contract/site/pages.ts'
import { refreshDesk } from '#web/api/desk/day.ts'
import { postReceipt, postVoid } from '#web/api/desk/payments.ts'
import { clinicMomentAt, clinicMomentInText } from '#web/dates.ts'
import { formatDollars } from '#web/money.ts'
import { useMay } from '#web/session/use-may.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
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
              admin={admin}
              send={() => postReceipt(admin, id)}
              done={ifEmailed(`The receipt is sent to ${appointment.patient}`)}
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
      {isVoiding && !voidedAt && <VoidForm {...{ admin, id, what }} onCancel={() => setVoiding(false)} />}
    </li>
  )
}

interface VoidFormProps {
  admin: string
  /** The id of the payment, and the payment in words. */
  id: string
  what: string
  onCancel: () => void
}

/** Asks why a payment is void. */
function VoidForm({ admin, id, what, onCancel }: VoidFormProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const { run, isBusy } = useChange(() => postVoid(admin, id, reason), {
    done: `The payment of ${what} is void`,
    failsInToast: true,
    refresh: () => refreshDesk(client, admin),
  })
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
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
        <BusyButton type="submit" busy={isBusy} disabled={reason.trim() === ''} className={small}>
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

interface ActProps {
  admin: string
  send: () => Promise<void>
  /** What a toast says afterwards. */
  done: string
  children: ReactNode
}

/** A button that changes something about the money of an appointment. */
export function Act({ admin, send, done, children }: ActProps) {
  const client = useQueryClient()
  const { run, isBusy } = useChange(send, { done, failsInToast: true, refresh: () => refreshDesk(client, admin) })
  return (
    <BusyButton busy={isBusy} className={small} onClick={() => void run()}>
      {children}
    </BusyButton>
  )
}
