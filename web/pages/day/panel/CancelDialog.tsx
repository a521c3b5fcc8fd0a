import { useId, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { leftToRefund } from '#contract/booking/refund.ts'
import { postStaffCancel } from '#web/api/desk/appointments.ts'
import { dateInText } from '#web/dates.ts'
import { currencyName, formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { TellPatient, toTell } from '#web/ui/contact/TellPatient.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { amountUpTo, toAmount } from '#web/ui/form/amount.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { noteField, type PaymentDialogProps } from './RefundDialog.tsx'

/** Cancels an appointment for the clinic. If it is paid, staff choose how much goes back to the card. */
export function CancelDialog({ admin, appointment, onDone, onClose }: PaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { patientName, treatment, date, slot, startsAt, doctor } = appointment
  return (
    <FormDialog
      ref={dialog}
      title={`Cancel the appointment of ${patientName}?`}
      text={`${treatment}${doctor === undefined ? '' : ` with ${doctor}`} on ${dateInText(date)}, ${periodInText(slot)}. The time becomes free.`}
      onClose={onClose}
    >
      <p className="mt-3">
        <TellPatient contact={appointment} startsAt={startsAt} />
      </p>
      <CancelForm
        left={leftToRefund(appointment)}
        onCancel={async (body) => {
          const { refund } = await postStaffCancel(admin, appointment._id, body)
          const back = refund === undefined ? '' : `. ${formatDollars(refund)} goes back to the patient`
          const { text, action } = toTell(appointment, startsAt)
          onDone(`The appointment of ${patientName} is cancelled${back}${text}`, action)
          dialog.current?.close()
        }}
      />
    </FormDialog>
  )
}

interface CancelFormProps {
  /** Dollars that are left to refund. */
  left: number
  onCancel: (body: { refund: number; note: string }) => Promise<void>
}

type Choice = 'all' | 'part' | 'none'

function CancelForm({ left, onCancel }: CancelFormProps) {
  const name = useId()
  const [choice, setChoice] = useState<Choice>(left > 0 ? 'all' : 'none')
  const anyText = z.string()
  const fields = z.object({ refund: choice === 'part' ? amountUpTo(left) : anyText, note: noteField })
  const { form, field } = useServerForm(fields, { refund: '', note: '' }, ({ refund, note }) =>
    onCancel({ refund: choice === 'part' ? toAmount(refund) : choice === 'all' ? left : 0, note }),
  )
  const choices: [Choice, string][] = [
    ['all', `Refund ${formatDollars(left)}`],
    ['part', 'Refund a part'],
    ['none', 'Refund nothing'],
  ]
  return (
    <ServerForm {...form} submit="Cancel the appointment" className="mt-4 gap-4">
      {left > 0 && (
        <fieldset>
          <legend className="font-medium">The payment</legend>
          {choices.map(([value, label], at) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={name}
                className="radio"
                checked={choice === value}
                data-autofocus={at === 0 || undefined}
                onChange={() => setChoice(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {choice === 'part' && (
        <Field
          label={`Amount in ${currencyName}`}
          hint={`${formatDollars(left)} of this payment is left.`}
          inputMode="decimal"
          autoComplete="off"
          required
          {...field('refund')}
        />
      )}
      <Field
        label="Reason"
        hint="Patients don’t see it."
        autoComplete="off"
        data-autofocus={left > 0 ? undefined : true}
        {...field('note')}
      />
    </ServerForm>
  )
}
