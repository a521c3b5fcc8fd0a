import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import type { DeskDoctor, TreatmentChoice } from '#contract/desk/day.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import { patchTreatment, treatmentChoicesOf } from '#web/api/desk/payments.ts'
import { dateInText } from '#web/dates.ts'
import { currencyName, formatDollars } from '#web/money.ts'
import { periodInText, showPeriod } from '#web/periods.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { anyPrice, toAmount, toTyped } from '#web/ui/form/amount.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { DentistField } from './DentistField.tsx'
import type { PaymentDialogProps } from './RefundDialog.tsx'

interface TreatmentDialogProps extends PaymentDialogProps {
  doctors: readonly DeskDoctor[]
}

/** Changes the treatment of an appointment at its start, with its length and its price. */
export function TreatmentDialog(props: TreatmentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { admin, appointment, onClose } = props
  const { patientName, treatment, date, slot } = appointment
  const choices = useQuery(treatmentChoicesOf(admin, appointment._id))
  return (
    <FormDialog
      ref={dialog}
      title={`Change the treatment of ${patientName}`}
      text={`${treatment} on ${dateInText(date)}, ${periodInText(slot)}. The start stays.`}
      onClose={onClose}
    >
      {choices.isPending && <div className="skeleton mt-4 h-60" />}
      <LoadError what="The treatments" query={choices} />
      {choices.data && <TreatmentForm {...props} choices={choices.data} onSaved={() => dialog.current?.close()} />}
    </FormDialog>
  )
}

interface TreatmentFormProps extends TreatmentDialogProps {
  choices: readonly TreatmentChoice[]
  onSaved: () => void
}

function TreatmentForm({ admin, appointment, doctors, choices, onDone, onSaved }: TreatmentFormProps) {
  const { _id: id, treatmentId: from, patientName, status } = appointment
  const others = choices.filter(({ _id }) => _id !== from)
  const [first] = others
  const [treatmentId, setTreatmentId] = useState(first?._id ?? '')
  const chosen = others.find(({ _id }) => _id === treatmentId)
  // What is done keeps its time.
  const mustOverride = chosen !== undefined && (status === 'done' ? chosen.sameDay !== undefined : !chosen.fits)
  const fields = z.object({
    price: anyPrice,
    doctor: z.string(),
    note: mustOverride ? plainText('Say why', 200) : z.string(),
  })
  const empty = { price: toTyped(first?.price ?? 0), doctor: '', note: '' }
  const { form, field, setValue } = useServerForm(fields, empty, async ({ price, doctor, note }) => {
    const override = mustOverride ? { override: { note }, ...(doctor && { doctor }) } : {}
    const changed = await patchTreatment(admin, id, { treatmentId, from, price: toAmount(price), ...override })
    onDone(`${patientName} has ${changed.treatment} now, ${periodInText(changed.slot)}`)
    onSaved()
  })
  if (!first) return <p className="mt-4">The clinic offers no other treatment.</p>
  return (
    <ServerForm {...form} submit={mustOverride ? 'Override and change' : 'Change the treatment'} className="mt-4 gap-4">
      <SelectField
        label="Treatment"
        data-autofocus
        value={treatmentId}
        onChange={({ target }) => {
          setTreatmentId(target.value)
          const next = others.find(({ _id }) => _id === target.value)
          if (next) setValue('price', toTyped(next.price))
        }}
      >
        {others.map(({ _id, name, minutes, price }) => (
          <option key={_id} value={_id}>
            {name}, {minutes} minutes, {formatDollars(price)}
          </option>
        ))}
      </SelectField>
      {chosen && <Fit choice={chosen} isDone={status === 'done'} />}
      <Field
        label={`Price in ${currencyName}`}
        inputMode="decimal"
        autoComplete="off"
        required
        onFocus={({ target }) => target.select()}
        {...field('price')}
      />
      {mustOverride && status !== 'done' && appointment.doctorId === undefined && (
        <DentistField doctors={doctors} {...field('doctor')} />
      )}
      {mustOverride && (
        <Field
          label="Why it may break the rules"
          hint="Patients don’t see it. For example: Dr. Okafor agreed."
          autoComplete="off"
          required
          {...field('note')}
        />
      )}
    </ServerForm>
  )
}

/** Says whether a treatment fits at the appointment's start, and what is in the way. */
function Fit({ choice: { slot, fits, conflicts, sameDay }, isDone }: { choice: TreatmentChoice; isDone: boolean }) {
  if (sameDay !== undefined)
    return (
      <p className="font-medium text-error text-sm">
        The patient has this treatment on that day already, at {showPeriod(sameDay)}.
      </p>
    )
  if (isDone) return <p className="text-quiet text-sm">The appointment is done, so its time stays.</p>
  if (fits) return <p className="text-quiet text-sm">It fits: {showPeriod(slot)}.</p>
  const inTheWay = conflicts.map((other) => `${other.patientName} at ${showPeriod(other.slot)}`).join(' and ')
  return (
    <p className="font-medium text-error text-sm">
      It does not fit at {showPeriod(slot)}:{' '}
      {inTheWay ? `it overlaps ${inTheWay}` : 'the rules or the dentist don’t permit it'}.
    </p>
  )
}
