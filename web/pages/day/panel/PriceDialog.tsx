import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { plainText, textOrEmpty } from '#contract/kit/text/plain-text.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { patchPrice, postNoShowFee } from '#web/api/desk/payments.ts'
import { dateInText } from '#web/dates.ts'
import { currencyName, formatDollars } from '#web/money.ts'
import { periodInText } from '#web/periods.ts'
import { whyUnreached } from '#web/ui/contact/unreached.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { anyPrice, toAmount, toTyped } from '#web/ui/form/amount.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { emailNote, onlyIfEmailed } from '#web/unsent.ts'
import type { PaymentDialogProps } from './RefundDialog.tsx'

const priceFields = z.object({ price: anyPrice, reason: plainText('Say why', 200) })

/** Changes the agreed price of an appointment. */
export function PriceDialog({ admin, appointment, onDone, onClose }: PaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { _id: id, patientName, treatment, date, slot, status, price = 0 } = appointment
  const empty = { price: toTyped(price), reason: '' }
  const unreached = whyNoEmail(appointment)
  // Somebody who is in the chair has agreed to the price.
  const [tells, setTells] = useState(status !== 'arrived' && status !== 'done')
  const { form, field } = useServerForm(priceFields, empty, async (typed) => {
    const now = toAmount(typed.price)
    const tell = tells && unreached === undefined
    await patchPrice(admin, id, { price: now, from: price, reason: typed.reason, tell })
    const told = unreached ?? (tell ? onlyIfEmailed(`An email goes to ${emailOf(appointment)}`) : 'No email is sent')
    onDone(`The price of ${patientName}’s ${treatment} is ${formatDollars(now)} now${told && `. ${told}`}`)
    dialog.current?.close()
  })
  return (
    <FormDialog
      ref={dialog}
      title={`Change the price for ${patientName}`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)}. ${unreached ?? emailNote()}`.trim()}
      onClose={onClose}
    >
      <ServerForm {...form} submit="Change the price" className="mt-4 gap-4">
        <Field
          label={`Price in ${currencyName}`}
          hint={`It is ${formatDollars(price)}.`}
          inputMode="decimal"
          autoComplete="off"
          required
          data-autofocus
          onFocus={({ target }) => target.select()}
          {...field('price')}
        />
        <Field
          label="Reason"
          hint="Patients don’t see it. For example: two X-rays more."
          autoComplete="off"
          required
          {...field('reason')}
        />
        {unreached === undefined && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={tells}
              onChange={({ target }) => setTells(target.checked)}
            />
            Email the patient about the new price
          </label>
        )}
      </ServerForm>
    </FormDialog>
  )
}

const feeFields = z.object({ fee: anyPrice, reason: textOrEmpty(200) })

/** Charges or waives the fee of a patient who did not come. */
export function NoShowFeeDialog(props: PaymentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { patientName, treatment, date, slot } = props.appointment
  const { data: calendar } = useQuery(calendarOf(props.admin))
  return (
    <FormDialog
      ref={dialog}
      title={`No-show fee of ${patientName}`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)}.`}
      onClose={props.onClose}
    >
      {calendar ? (
        <FeeForm {...props} usual={calendar.policy.noShowFeeDollars} onSaved={() => dialog.current?.close()} />
      ) : (
        <div className="skeleton mt-4 h-40" />
      )}
    </FormDialog>
  )
}

/** `usual`: the clinic's fee in dollars. */
function FeeForm({
  admin,
  appointment,
  onDone,
  usual,
  onSaved,
}: PaymentDialogProps & { usual: number; onSaved: () => void }) {
  const { _id: id, patientName, received = 0, refunding = 0, refunded = 0 } = appointment
  const kept = received - refunding - refunded
  const { form, field } = useServerForm(feeFields, { fee: toTyped(usual), reason: '' }, async ({ fee, reason }) => {
    const amount = toAmount(fee)
    await postNoShowFee(admin, id, { fee: amount, reason })
    onDone(amount === 0 ? `${patientName} owes no fee` : `${patientName} owes ${formatDollars(amount)} for not coming`)
    onSaved()
  })
  return (
    <ServerForm {...form} submit="Save the fee" className="mt-4 gap-4">
      <Field
        label={`Fee in ${currencyName}`}
        hint={[
          usual > 0 ? `The clinic’s fee is ${formatDollars(usual)}; 0 waives it.` : 'The clinic has no usual fee.',
          kept > 0 ? `${formatDollars(kept)} was paid: what is more than the fee goes back.` : '',
        ].join(' ')}
        inputMode="decimal"
        autoComplete="off"
        required
        data-autofocus
        onFocus={({ target }) => target.select()}
        {...field('fee')}
      />
      <Field
        label="Reason"
        hint={`${usual > 0 ? 'Needed for another fee. ' : ''}Patients don’t see it.`}
        autoComplete="off"
        {...field('reason')}
      />
    </ServerForm>
  )
}

/** Says why no email tells the patient of another price, and what to do; undefined if one does. There is no text
 *  message about a price. */
function whyNoEmail({ reach, patient }: DeskAppointment): string | undefined {
  const because = reach.by === 'call' ? reach.because : patient === '' ? 'no-email' : undefined
  if (because === undefined) return undefined
  return because === 'died' || because === 'erased'
    ? `${whyUnreached[because]}: nobody is told.`
    : `${whyUnreached[because]}: tell the patient.`
}

const emailOf = ({ reach, patient }: DeskAppointment) => (reach.by === 'email' ? reach.to : patient)
