import { useRef } from 'react'
import { z } from 'zod/mini'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput, TreatmentFields } from '#contract/calendar/change.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const wholeNumber = (min: number, max: number) => {
  const error = `A whole number, ${min} to ${max}`
  return z
    .string()
    .check(z.refine((text) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max, error))
}

/** The fields of the form, as typed. */
const typedTreatment = z.object({
  name: plainText('Name is Required', 100),
  price: z.string().check(
    z.trim(),
    z.regex(/^\d{1,6}(\.\d{1,2})?$/, 'A price such as 59 or 59.50'),
    z.refine((text) => Number(text) <= 100_000, 'At most 100000'),
  ),
  durationMinutes: wholeNumber(5, 480),
  bufferMinutes: wholeNumber(0, 120),
})
type TypedTreatment = z.infer<typeof typedTreatment>

/** Converts typed fields to those of the contract. */
function toTreatment({ name, price, durationMinutes, bufferMinutes }: TypedTreatment): TreatmentFields {
  return {
    name,
    price: Number(price),
    durationMinutes: Number(durationMinutes),
    bufferMinutes: Number(bufferMinutes),
  }
}

interface TreatmentDialogProps {
  /** Undefined: a new treatment. */
  treatment: CalendarTreatment | undefined
  /** Resolves to whether the change was made. */
  onSave: (change: CalendarChangeInput, name: string) => Promise<boolean>
  onClose: () => void
}

/** Adds or edits a treatment. */
export function TreatmentDialog({ treatment, onSave, onClose }: TreatmentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const initial = {
    name: treatment?.name ?? '',
    price: treatment ? String(treatment.price) : '',
    durationMinutes: String(treatment?.durationMinutes ?? 30),
    bufferMinutes: String(treatment?.bufferMinutes ?? 0),
  }
  const { form, field } = useServerForm(typedTreatment, initial, async (typed) => {
    const fields = toTreatment(typed)
    const change: CalendarChangeInput = treatment
      ? { kind: 'change-treatment', treatmentId: treatment._id, treatment: fields }
      : { kind: 'add-treatment', treatment: fields }
    const isSaved = await onSave(change, fields.name).catch((error) => {
      throw toFormError(error, 'change.treatment')
    })
    if (isSaved) dialog.current?.close()
  })

  return (
    <FormDialog
      ref={dialog}
      title={treatment ? `Edit ${treatment.name}` : 'Add a treatment'}
      text={treatment ? 'Booked appointments keep their name, price and length.' : ''}
      onClose={onClose}
    >
      <ServerForm {...form} submit={treatment ? 'Save' : 'Add'} className="mt-4 gap-4">
        <Field label="Name" autoComplete="off" required data-autofocus {...field('name')} />
        <Field label="Price in dollars" inputMode="decimal" autoComplete="off" required {...field('price')} />
        <Field
          label="Length in minutes"
          inputMode="numeric"
          autoComplete="off"
          required
          {...field('durationMinutes')}
        />
        <Field
          label="Cleaning up in minutes"
          hint="Afterwards the dentist and the chair are busy for this long."
          inputMode="numeric"
          autoComplete="off"
          required
          {...field('bufferMinutes')}
        />
      </ServerForm>
    </FormDialog>
  )
}
