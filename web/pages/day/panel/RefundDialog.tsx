import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { leftToRefund } from '#contract/booking/refund.ts'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { isWholeOnly } from '#contract/kit/currency.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { postRefund } from '#web/api/desk/appointments.ts'
import { clinic } from '#web/clinic.ts'
import { dateInText, slotInText } from '#web/dates.ts'
import { currencyName, formatDollars } from '#web/money.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
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

const smallest = isWholeOnly(clinic.currency) ? 1 : 0.01

/** A field with an amount in dollars, or whatever the currency is, as a person types it: more than nothing, at most
 *  `left`. */
export function amountUpTo(left: number) {
  const message = `An amount from ${formatDollars(smallest)} to ${formatDollars(left)}`
  return z.string().check(
    z.trim(),
    z.regex(isWholeOnly(clinic.currency) ? /^\d{1,8}$/ : /^\d{1,8}(\.\d{1,2})?$/, message),
    z.refine((text) => Number(text) > 0 && Number(text) <= left, message),
  )
}

/** The note of a refund or a cancellation. */
export const noteField = textOrEmpty(200)

/** Refunds the payment of an appointment, in full or in part. */
export function RefundDialog({ admin, appointment, onDone, onClose }: PaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { patientName, treatment, date, slot } = appointment
  return (
    <FormDialog
      ref={dialog}
      title={`Refund the payment of ${patientName}`}
      text={`${treatment} on ${dateInText(date)}, ${slotInText(slot)}.`}
      onClose={onClose}
    >
      <RefundForm
        {...{ admin, appointment }}
        left={leftToRefund(appointment)}
        onRefunded={(amount) => {
          onDone(`${formatDollars(amount)} of ${patientName}’s payment goes back to the card`)
          dialog.current?.close()
        }}
      />
    </FormDialog>
  )
}

interface RefundFormProps {
  admin: string
  appointment: DeskAppointment
  /** Dollars that are left to refund. */
  left: number
  onRefunded: (amount: number) => void
}

function RefundForm({ admin, appointment, left, onRefunded }: RefundFormProps) {
  // A repeated press after a lost response refunds once.
  const [requestId] = useState(() => crypto.randomUUID())
  const fields = z.object({ amount: amountUpTo(left), note: noteField })
  const { form, field } = useServerForm(fields, { amount: String(left), note: '' }, async ({ amount, note }) => {
    await postRefund(admin, appointment._id, { requestId, amount: Number(amount), note })
    onRefunded(Number(amount))
  })
  return (
    <ServerForm {...form} submit="Refund" className="mt-4 gap-4">
      <Field
        label={`Amount in ${currencyName}`}
        hint={`${formatDollars(left)} of this payment is left.`}
        inputMode="decimal"
        autoComplete="off"
        required
        data-autofocus
        {...field('amount')}
      />
      <Field label="Reason" hint="Patients don’t see it." autoComplete="off" {...field('note')} />
    </ServerForm>
  )
}
