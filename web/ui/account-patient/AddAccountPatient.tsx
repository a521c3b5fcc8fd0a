import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { isoDateOrEmpty } from '#contract/kit/time/iso-date.ts'
import { type AccountPatient, newAccountPatient } from '#contract/patient/account-patient.ts'
import { otherRelations } from '#contract/patient/patient.ts'
import { postAccountPatient, refreshAccountPatients } from '#web/api/account-patients.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { toOptions } from '#web/ui/form/to-options.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { relationWords } from './relations.ts'

const fields = z.extend(newAccountPatient, { birthDate: isoDateOrEmpty })

interface AddAccountPatientProps {
  /** The account's. */
  email: string
  onAdded: (person: AccountPatient) => void
  onCancel: () => void
}

/** Adds a person for whom the account may act. */
export function AddAccountPatient({ email, onAdded, onCancel }: AddAccountPatientProps) {
  const client = useQueryClient()
  const empty = { name: '', birthDate: '', relation: 'child' } as const
  const { form, field } = useServerForm(fields, empty, async (person) => {
    const added = await postAccountPatient(email, person)
    await refreshAccountPatients(client)
    onAdded(added)
  })
  return (
    <ServerForm {...form} submit="Add" onCancel={onCancel} className="gap-4">
      <Field label="Name" autoComplete="off" autoFocus required {...field('name')} />
      <Field label="Birth date" type="date" {...field('birthDate')} />
      <SelectField label="Relationship" {...field('relation')}>
        {toOptions(otherRelations.map((relation) => [relation, relationWords[relation]]))}
      </SelectField>
    </ServerForm>
  )
}
