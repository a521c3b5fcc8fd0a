import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { z } from 'zod/mini'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { methodWords } from '#contract/desk/method-words.ts'
import type { PaymentDetails } from '#contract/desk/payment.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { paymentOf, postRefund } from '#web/api/desk/appointments.ts'
import { dateInText } from '#web/dates.ts'
import { currencyName, formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { amountUpTo, toAmount, toTyped } from '#web/ui/form/amount.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import type { ToastAction } from '#web/ui/message/Toast.tsx'

export interface PaymentDialogProps {
  admin: string
  appointment: DeskAppointment
  /** Called after the change, with what was done as a sentence, and what is to be done next. */
  onDone: (done: string, action?: ToastAction) => void
  onClose: () => void
}

/** The note of a refund or a cancellation. */
export const noteField = textOrEmpty(200)

type Payment = PaymentDetails['payments'][number]

/** Refunds a payment of an appointment, in full or in part. */
export function RefundDialog({ admin, appointment, onDone, onClose }: PaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { _id, patientName, treatment, date, slot } = appointment
  const details = useQuery(paymentOf(admin, _id))
  const payments = details.data?.payments.filter(({ left }) => left > 0) ?? []
  return (
    <FormDialog
      ref={dialog}
      title={`Refund the payment of ${patientName}`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)}.`}
      onClose={onClose}
    >
      {details.isPending && <div className="skeleton mt-4 h-40" />}
      <LoadError what="The payments" query={details} />
      {details.data && payments.length === 0 && <p className="mt-4">Nothing of it is left to refund.</p>}
      {payments.length > 0 && (
        <RefundForm
          {...{ admin, appointment, payments }}
          onRefunded={(amount, { method }) => {
            const where =
              method === 'card-online'
                ? `${formatDollars(amount)} of ${patientName}’s payment goes back to the card`
                : `${formatDollars(amount)} of ${patientName}’s payment (${methodWords[method]}) is refunded`
            onDone(where)
            dialog.current?.close()
          }}
        />
      )}
    </FormDialog>
  )
}

interface RefundFormProps {
  admin: string
  appointment: DeskAppointment
  /** Those of which something is left, the latest first. */
  payments: readonly Payment[]
  onRefunded: (amount: number, payment: Payment) => void
}

function RefundForm({ admin, appointment, payments, onRefunded }: RefundFormProps) {
  // A repeated press after a lost response refunds once.
  const [requestId] = useState(() => crypto.randomUUID())
  const name = useId()
  const [chosenId, setChosenId] = useState(payments[0]?._id)
  const [owedAgain, setOwedAgain] = useState(false)
  const chosen = payments.find(({ _id }) => _id === chosenId) ?? payments[0]
  const left = chosen?.left ?? 0
  const byHand = chosen !== undefined && chosen.method !== 'card-online'
  const fields = z.object({ amount: amountUpTo(left), note: noteField })
  // What was paid beyond the charge goes back first.
  const empty = { amount: toTyped(Math.min(left, appointment.surplus ?? left)), note: '' }
  const { form, field, setValue } = useServerForm(fields, empty, async ({ amount, note }) => {
    if (!chosen) return
    const again = byHand && owedAgain ? { owedAgain } : {}
    const wish = { requestId, amount: toAmount(amount), paymentId: chosen._id, note, ...again }
    await postRefund(admin, appointment._id, wish)
    onRefunded(toAmount(amount), chosen)
  })
  return (
    <ServerForm {...form} submit="Refund" className="mt-4 gap-4">
      {payments.length > 1 && (
        <fieldset>
          <legend className="font-medium">The payment</legend>
          {payments.map((payment) => (
            <label key={payment._id} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={name}
                className="radio"
                checked={payment === chosen}
                onChange={() => {
                  setChosenId(payment._id)
                  setValue('amount', toTyped(payment.left))
                }}
              />
              <span>
                {formatDollars(payment.amount)}, {methodWords[payment.method]},{' '}
                <span className="whitespace-nowrap">receipt {payment.receipt}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <Field
        label={`Amount in ${currencyName}`}
        hint={`${formatDollars(left)} of this payment is left.`}
        inputMode="decimal"
        autoComplete="off"
        required
        data-autofocus
        onFocus={({ target }) => target.select()}
        {...field('amount')}
      />
      {byHand && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={owedAgain}
            onChange={({ target }) => setOwedAgain(target.checked)}
          />
          It was taken by mistake: the patient owes it again
        </label>
      )}
      <Field label="Reason" hint="Patients don’t see it." autoComplete="off" {...field('note')} />
    </ServerForm>
  )
}
