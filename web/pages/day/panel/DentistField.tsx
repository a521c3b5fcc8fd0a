import type { ComponentProps } from 'react'
import type { DeskDoctor } from '#contract/desk/day.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'

interface DentistFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label'> {
  doctors: readonly DeskDoctor[]
  /** The name of a dentist who is none of them and stays without a choice. */
  former?: string | undefined
  /** One of them is chosen at first. */
  isChosen?: boolean
}

/** Chooses the dentist who takes an appointment in spite of the rules. Renders nothing at a clinic without dentists. */
export function DentistField({ doctors, former, isChosen = false, ...select }: DentistFieldProps) {
  if (doctors.length === 0) return null
  return (
    <SelectField label="Dentist" {...select}>
      {!isChosen && <option value="">{former ?? 'No dentist'}</option>}
      {doctors.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
