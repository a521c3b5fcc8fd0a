import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Person } from '#contract/patient/person.ts'
import { personsOf } from '#web/api/persons.ts'
import type { SessionRecord } from '#web/session/record.ts'

/** Value of the option that adds a person. */
const another = 'another'

interface ForWhomProps {
  account: SessionRecord
  /** Id of the chosen person; undefined for the owner of the account. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** Called to add a person. */
  onAdd: () => void
}

/** Says for whom the appointment is, and lets its booker choose somebody else. */
export function ForWhom({ account, chosen, onChoose, onAdd }: ForWhomProps) {
  const id = useId()
  const { data: persons = [] } = useQuery(personsOf(account.email))
  if (persons.length < 2)
    return (
      <div className="flex items-center gap-3">
        <span className="w-14 shrink-0 text-quiet">Name</span>
        <span className="min-w-0 flex-1 truncate py-1">{account.name}</span>
        <button type="button" className="text-link min-h-11 shrink-0" onClick={onAdd}>
          For somebody else?
        </button>
      </div>
    )
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
        {persons.map((person) => (
          <option key={person._id} value={optionOf(person)}>
            {person.relation === 'self' ? `${person.name} (you)` : person.name}
          </option>
        ))}
        <option value={another}>Somebody else…</option>
      </select>
    </div>
  )
}

const optionOf = ({ _id, relation }: Person) => (relation === 'self' ? '' : _id)
