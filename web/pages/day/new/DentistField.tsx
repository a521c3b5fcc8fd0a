import type { ComponentProps } from 'react'
import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { SelectField } from './SelectField.tsx'

interface DentistFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label'> {
  dentists: readonly CalendarDoctor[]
  /** The name of a dentist who was chosen and does not perform the treatment. */
  missed: string | undefined
}

/** Chooses a dentist, or any. Renders nothing if the treatment has none. */
export function DentistField({ dentists, missed, ...select }: DentistFieldProps) {
  return (
    <>
      {dentists.length > 0 && (
        <SelectField label="Dentist" {...select}>
          <option value="">Any dentist</option>
          {dentists.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <p role="status" className="-mt-2 text-quiet text-sm empty:hidden">
        {missed && `${missed} doesn’t perform this treatment.`}
      </p>
    </>
  )
}
