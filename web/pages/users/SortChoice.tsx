import { useId } from 'react'
import { type UserSort, userSort } from '#contract/user.ts'

const names: Record<UserSort, string> = {
  email: 'Email',
  name: 'Name',
  newest: 'Newest first',
  admins: 'Admins first',
}

/** The sort order of the list. */
export function SortChoice({ value, onChoose }: { value: UserSort; onChoose: (sort: UserSort) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Order
      </label>
      <select
        id={id}
        className="select field"
        value={value}
        onChange={({ target }) => onChoose(userSort.parse(target.value))}
      >
        {userSort.options.map((sort) => (
          <option key={sort} value={sort}>
            {names[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
