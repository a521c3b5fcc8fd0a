import { Field } from '#web/ui/form/Field.tsx'
import type { FormField } from './fields.ts'

interface OutsideFieldsProps {
  isOutside: boolean
  field: FormField
  /** The length of the treatment. */
  minutes: number | undefined
}

/** Lets staff book at any time, with a note that says why. */
export function OutsideFields({ isOutside, field, minutes }: OutsideFieldsProps) {
  const { error: _, ...checkbox } = field('outside')
  return (
    <fieldset className={isOutside ? 'grid gap-4 rounded-box border border-edge p-4' : ''}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input {...checkbox} type="checkbox" className="checkbox" />
        Book outside the rules
      </label>
      {isOutside && (
        <>
          <p className="text-quiet text-sm">Opening hours, dentists, chairs and other appointments are not checked.</p>
          <Field
            label="Start"
            type="time"
            required
            {...(minutes !== undefined && { hint: `It takes ${minutes} minutes.` })}
            {...field('start')}
          />
          <Field
            label="Note"
            hint="Patients don’t see it. For example: pain, squeezed in."
            autoComplete="off"
            required
            {...field('note')}
          />
        </>
      )}
    </fieldset>
  )
}
