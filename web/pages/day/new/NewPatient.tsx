import { Field } from '#web/ui/form/Field.tsx'
import type { FormField } from './fields.ts'

interface NewPatientProps {
  field: FormField
  onSearch: () => void
}

/** Name and email of a patient without an account. */
export function NewPatient({ field, onSearch }: NewPatientProps) {
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <p className="font-bold">New patient</p>
        <button type="button" className="btn btn-line px-4" onClick={onSearch}>
          Search instead
        </button>
      </div>
      <Field label="Name" autoComplete="off" required autoFocus {...field('name')} />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        hint="If they have one. They get a link to set a password."
        {...field('email')}
      />
    </>
  )
}
