import { useId, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { Calendar, CalendarTreatment } from '#contract/calendar/calendar.ts'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { visitReasons } from '#contract/calendar/visit-reason.ts'
import { pages } from '#contract/site/pages.ts'
import { currencyName } from '#web/money.ts'
import { reasonWords } from '#web/ui/appointment/reason-words.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import { GridAdvice } from '#web/ui/calendar/GridAdvice.tsx'
import { type TypedTreatment, toTreatment, typedTreatment } from '#web/ui/calendar/typed-treatment.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { ifEmailed } from '#web/unsent.ts'
import { ColorChoice } from './ColorChoice.tsx'

const priceLabel = `Price in ${currencyName}`

interface TreatmentDialogProps {
  calendar: Pick<Calendar, 'policy' | 'week' | 'treatments'>
  /** Undefined: a new treatment. */
  treatment: CalendarTreatment | undefined
  /** Resolves to whether the change was made. */
  onSave: (change: CalendarChangeInput, name: string) => Promise<boolean>
  onClose: () => void
}

/** Adds or edits a treatment. */
export function TreatmentDialog({ calendar, treatment, onSave, onClose }: TreatmentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { form, field, control } = useServerForm(typedTreatment, toTyped(treatment), async (typed) => {
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
  const { error: __, ...online } = field('online')
  const { error: ___, ...color } = field('color')
  const categories = useId()

  return (
    <FormDialog
      ref={dialog}
      title={treatment ? `Edit ${treatment.name}` : 'Add a treatment'}
      text={treatment ? 'Booked appointments keep their name, price and length.' : ''}
      onClose={onClose}
    >
      <ServerForm {...form} submit={treatment ? 'Save' : 'Add'} className="mt-4 gap-4">
        <Field label="Name" autoComplete="off" required data-autofocus {...field('name')} />
        <Field
          label="Category"
          hint="Patients see the treatments of a category together. Leave it empty for none."
          autoComplete="off"
          list={categories}
          {...field('category')}
        />
        <datalist id={categories}>
          {listCategories(calendar.treatments).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
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
        {!calendar.policy.fillGaps && <TypedAdvice {...{ calendar, control }} id={treatment?._id} />}
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" className="checkbox" {...online} />
          Patients can book it online
        </label>
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
          hint={`${ifEmailed('Patients get an email with free times then.')} Leave it empty to invite nobody.`}
          inputMode="numeric"
          autoComplete="off"
          {...field('recallMonths')}
        />
        <ColorChoice {...color} />
      </ServerForm>
    </FormDialog>
  )
}

/** Returns what the form shows at first. */
function toTyped(treatment: CalendarTreatment | undefined): TypedTreatment {
  return {
    name: treatment?.name ?? '',
    price: treatment ? String(treatment.price) : '',
    durationMinutes: String(treatment?.durationMinutes ?? 30),
    bufferMinutes: String(treatment?.bufferMinutes ?? 0),
    category: treatment?.category ?? '',
    description: treatment?.description ?? '',
    reasons: treatment?.reasons ?? [],
    online: treatment?.online ?? true,
    color: treatment?.color ?? '',
    recallMonths: String(treatment?.recallMonths ?? ''),
  }
}

/** Returns the categories that treatments have, by name. */
function listCategories(treatments: readonly CalendarTreatment[]): string[] {
  return [...new Set(treatments.map(({ category }) => category))].filter(Boolean).sort()
}

interface TypedAdviceProps {
  calendar: TreatmentDialogProps['calendar']
  control: Control<TypedTreatment>
  /** Undefined: a new treatment. */
  id: string | undefined
}

/** Says whether more appointments of the typed length fit a day on another grid, which Opening Hours changes. */
function TypedAdvice({ calendar: { week, policy, treatments }, control, id }: TypedAdviceProps) {
  const [name, duration, buffer] = useWatch({ control, name: ['name', 'durationMinutes', 'bufferMinutes'] })
  return (
    <GridAdvice
      {...{ week, gridMinutes: policy.gridMinutes }}
      about={[{ name, durationMinutes: Number(duration), bufferMinutes: Number(buffer) }]}
      others={treatments.filter(({ _id, retired }) => _id !== id && !retired)}
      action={(grid) => (
        <p className="text-sm">
          Save this first, then{' '}
          <Link to={`${pages.openingHours}?grid=${grid}`} className="text-link">
            use {grid} minutes
          </Link>{' '}
          in Opening Hours.
        </p>
      )}
    />
  )
}
