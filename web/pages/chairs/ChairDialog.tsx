import { useId, useRef } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Calendar } from '#contract/calendar/calendar.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import { toFormError } from '#web/ui/calendar/form-error.ts'
import type { ChangeRules } from '#web/ui/calendar/use-rule-change.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'

/** `treatmentIds` are null for all treatments. */
const chairFields = z.object({
  name: plainText('Name is Required', 50),
  treatmentIds: z.nullable(
    z.array(z.string()).check(z.minLength(1, 'Choose at least one treatment, or all treatments')),
  ),
})
type ChairFields = z.infer<typeof chairFields>

interface ChairDialogProps {
  /** Undefined: a new chair. */
  chair: Calendar['chairs'][number] | undefined
  treatments: Calendar['treatments']
  change: ChangeRules
  onClose: () => void
}

/** Adds or changes a chair. */
export function ChairDialog({ chair, treatments, change, onClose }: ChairDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const initial: ChairFields = {
    name: chair?.name ?? '',
    treatmentIds: chair && chair.treatmentIds.length > 0 ? chair.treatmentIds : null,
  }
  const { form, field, control, clearErrors } = useServerForm(chairFields, initial, async ({ name, treatmentIds }) => {
    const fields = { name, treatmentIds: treatmentIds ?? [] }
    const isSaved = await change(
      chair ? { kind: 'rename-chair', chairId: chair._id, ...fields } : { kind: 'add-chair', ...fields },
      { question: `Save ${name}?`, action: 'Save', done: chair ? `${name} is saved` : `${name} is added` },
    ).catch((error) => {
      throw toFormError(error, 'change')
    })
    if (isSaved) dialog.current?.close()
  })
  const { field: chosen, fieldState } = useController({ control, name: 'treatmentIds' })
  return (
    <FormDialog ref={dialog} title={chair ? `Edit ${chair.name}` : 'Add a chair'} onClose={onClose}>
      <ServerForm {...form} submit={chair ? 'Save' : 'Add'} className="mt-4 gap-4">
        <Field label="Name" autoComplete="off" required data-autofocus {...field('name')} />
        <Suitability
          treatments={treatments}
          chosen={chosen.value}
          error={fieldState.error?.message}
          onChange={(value) => {
            chosen.onChange(value)
            clearErrors('treatmentIds')
          }}
        />
      </ServerForm>
    </FormDialog>
  )
}

interface SuitabilityProps {
  treatments: Calendar['treatments']
  /** Null: all. */
  chosen: string[] | null
  error: string | undefined
  onChange: (chosen: string[] | null) => void
}

/** Chooses the treatments for which a chair is suited. */
function Suitability({ treatments, chosen, error, onChange }: SuitabilityProps) {
  const id = useId()
  const offered = treatments.filter(({ _id, retired }) => !retired || chosen?.includes(_id))
  const radio = (label: string, isChecked: boolean, value: string[] | null) => (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name={`${id}-for`} className="radio" checked={isChecked} onChange={() => onChange(value)} />
      {label}
    </label>
  )
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="font-medium">What it is for</legend>
      {radio('For all treatments', chosen === null, null)}
      {radio('Only for these', chosen !== null, [])}
      {chosen && (
        <div className="ml-9 grid">
          {offered.map(({ _id, name, retired }) => (
            <label key={_id} className="wrap-anywhere flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.includes(_id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, _id] : chosen.filter((each) => each !== _id))
                }
              />
              {name}
              {retired && <span className="text-quiet text-sm">retired</span>}
            </label>
          ))}
        </div>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1 text-error text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
