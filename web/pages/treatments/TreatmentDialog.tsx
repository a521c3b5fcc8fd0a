import { useRef } from 'react'
import type { CalendarTreatment } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { visitReasons } from '#contract/calendar/visit-reason.ts'
import { currencyName } from '#web/money.ts'
import { reasonWords } from '#web/ui/appointment/reason-words.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { toTreatment, typedTreatment } from '#web/ui/calendar/typed-treatment.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

const priceLabel = `Price in ${currencyName}`

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
    description: treatment?.description ?? '',
    reasons: treatment?.reasons ?? [],
    recallMonths: String(treatment?.recallMonths ?? ''),
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

  const { error: _, ...reasons } = field('reasons')

  return (
    <FormDialog
      ref={dialog}
      title={treatment ? `Edit ${treatment.name}` : 'Add a treatment'}
      text={treatment ? 'Booked appointments keep their name, price and length.' : ''}
      onClose={onClose}
    >
      <ServerForm {...form} submit={treatment ? 'Save' : 'Add'} className="mt-4 gap-4">
        <Field label="Name" autoComplete="off" required data-autofocus {...field('name')} />
        <Field label={priceLabel} inputMode="decimal" autoComplete="off" required {...field('price')} />
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
        <Field
          label="Sentence for patients"
          hint="What it is or does, such as ‘We remove plaque and tartar.’"
          autoComplete="off"
          {...field('description')}
        />
        <fieldset>
          <legend className="font-medium">Patients find it under</legend>
          <div className="mt-1 flex flex-wrap gap-x-5">
            {visitReasons.map((reason) => (
              <label key={reason} className="flex min-h-11 items-center gap-2">
                <input type="checkbox" className="checkbox" value={reason} {...reasons} />
                {reasonWords[reason]}
              </label>
            ))}
          </div>
        </fieldset>
        <Field
          label="Invite back after … months"
          hint="Patients get an email with free times then. Leave it empty to invite nobody."
          inputMode="numeric"
          autoComplete="off"
          {...field('recallMonths')}
        />
      </ServerForm>
    </FormDialog>
  )
}
