import { useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { methodWords } from '#contract/desk/method-words.ts'
import { type DeskMethod, deskMethods } from '#contract/desk/payment.ts'
import { textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { postPayment, postVoid } from '#web/api/desk/payments.ts'
import { dateInText } from '#web/dates.ts'
import { currencyName, formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { amountUpTo, toAmount, toTyped } from '#web/ui/form/amount.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import type { PaymentDialogProps } from './RefundDialog.tsx'

const words: Record<DeskMethod, string> = {
  cash: 'Cash',
  terminal: 'Card at the terminal',
  transfer: 'Bank transfer',
  insurer: 'Insurer',
}

/** Takes a payment for an appointment, in full or in part. While something is left to pay, it takes the next one. */
export function TakePaymentDialog({ admin, appointment, onDone, onClose }: PaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { _id: id, patientName, treatment, date, slot } = appointment
  const [owed, setOwed] = useState(appointment.owed ?? 0)
  const [taken, setTaken] = useState<{ method: DeskMethod; words: string }>()

  const undoing = useChange((paymentId: string) => postVoid(admin, paymentId, 'Undone right after it was taken'), {
    failsInToast: true,
    onDone: () => onDone(`The payment of ${patientName} is void`),
  })

  async function take(payment: Parameters<typeof postPayment>[2]) {
    const { requestId, method } = payment
    const { payments, owed: rest } = await postPayment(admin, id, payment)
    const receipt = payments.find(({ _id }) => _id === requestId)?.receipt ?? ''
    const left = rest > 0 ? `, ${formatDollars(rest)} to pay` : ''
    const what = `(${methodWords[method]}), receipt ${receipt}${left}`
    const undo = { label: 'Undo', onPress: () => void undoing.run(requestId) }
    onDone(`${formatDollars(payment.amount)} of ${patientName} taken ${what}`, undo)
    if (rest <= 0) return dialog.current?.close()
    setOwed(rest)
    setTaken({ method, words: `${formatDollars(payment.amount)} taken ${what}.` })
  }

  return (
    <FormDialog
      ref={dialog}
      title={`Take a payment of ${patientName}`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)}. ${formatDollars(owed)} to pay.`}
      onClose={onClose}
    >
      <p role="status" className="mt-3 font-medium text-success empty:hidden">
        {taken?.words}
      </p>
      <TakePaymentForm key={owed} owed={owed} former={taken?.method} onTake={take} />
    </FormDialog>
  )
}

interface TakePaymentFormProps {
  /** Dollars that are still to pay. */
  owed: number
  /** How the payment before was made. */
  former: DeskMethod | undefined
  onTake: (payment: { requestId: string; method: DeskMethod; amount: number; reference: string }) => Promise<void>
}

function TakePaymentForm({ owed, former, onTake }: TakePaymentFormProps) {
  // A repeated press after a lost response takes one payment.
  const [requestId] = useState(() => crypto.randomUUID())
  const name = useId()
  const [method, setMethod] = useState<DeskMethod>(former === 'cash' ? 'terminal' : 'cash')
  const root = useRef<HTMLDivElement>(null)
  // The field of the payment before is gone.
  useEffect(() => {
    if (former) root.current?.querySelector('input')?.focus()
  }, [former])
  const fields = z.object({ amount: amountUpTo(owed), reference: textOrEmpty(100) })
  const empty = { amount: toTyped(owed), reference: '' }
  const { form, field } = useServerForm(fields, empty, ({ amount, reference }) =>
    onTake({ requestId, method, amount: toAmount(amount), reference }),
  )
  return (
    <div ref={root}>
      <ServerForm {...form} submit="Take the payment" className="mt-4 gap-4">
        <Field
          label={`Amount in ${currencyName}`}
          inputMode="decimal"
          autoComplete="off"
          required
          data-autofocus
          onFocus={({ target }) => target.select()}
          {...field('amount')}
        />
        <fieldset>
          <legend className="font-medium">How it is paid</legend>
          <div className="mt-1 grid grid-cols-2 gap-x-4">
            {deskMethods.map((each) => (
              <label key={each} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name={name}
                  className="radio"
                  checked={method === each}
                  onChange={() => setMethod(each)}
                />
                {words[each]}
              </label>
            ))}
          </div>
        </fieldset>
        {method !== 'cash' && (
          <Field
            label="Reference"
            hint="What finds it again, such as the number on the slip."
            autoComplete="off"
            {...field('reference')}
          />
        )}
      </ServerForm>
    </div>
  )
}
