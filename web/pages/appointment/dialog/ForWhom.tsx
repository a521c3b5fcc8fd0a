import { useId } from 'react'
import type { AccountPatient } from '#contract/patient/account-patient.ts'

/** Value of the option that adds a person. */
const another = 'another'

interface ForWhomProps {
  persons: readonly AccountPatient[]
  /** Id of the chosen person; undefined for the owner of the account. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** Called to add a person. */
  onAdd: () => void
}

/** Chooses for whom the appointment is, of the people for whom the account may act. */
export function ForWhom({ persons, chosen, onChoose, onAdd }: ForWhomProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        For whom?
      </label>
      <select
        id={id}
        className="select field"
        value={chosen ?? ''}
        onChange={({ target }) => (target.value === another ? onAdd() : onChoose(target.value || undefined))}
      >
        {persons.map(({ _id, name, relation }) => (
          <option key={_id} value={relation === 'self' ? '' : _id}>
            {relation === 'self' ? `${name} (you)` : name}
          </option>
        ))}
        <option value={another}>Somebody else…</option>
      </select>
    </div>
  )
}
