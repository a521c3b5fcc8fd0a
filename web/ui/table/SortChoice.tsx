import { useId } from 'react'
import { Labelled } from '../form/Labelled.tsx'

interface SortChoiceProps<Sort extends string> {
  /** The sort orders and their names. */
  names: Record<Sort, string>
  value: Sort
  onChoose: (sort: Sort) => void
}

/** Chooses the sort order of a list. */
export function SortChoice<Sort extends string>({ names, value, onChoose }: SortChoiceProps<Sort>) {
  const id = useId()
  const isSort = (text: string): text is Sort => text in names
  return (
    <Labelled id={id} label="Order">
      <select
        id={id}
        className="select field"
        value={value}
        onChange={({ target }) => isSort(target.value) && onChoose(target.value)}
      >
        {Object.entries<string>(names).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
