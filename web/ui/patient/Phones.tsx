import { useState } from 'react'

/** What separates phone numbers in a form. */
export const separator = '\n'

interface PhonesProps {
  /** The numbers, one a line. */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Phone numbers, which can be added and removed. */
export function Phones({ value, onChange, error }: PhonesProps) {
  const numbers = value.split(separator)
  const [focused, setFocused] = useState<number>()
  const change = (at: number, text: string[]) => onChange(numbers.toSpliced(at, 1, ...text).join(separator))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Phones</legend>
      <div className="grid gap-2">
        {numbers.map((number, at) => (
          <div key={at} className="flex gap-2">
            <input
              type="tel"
              aria-label={`Phone ${at + 1}`}
              aria-invalid={error !== undefined}
              {...(error !== undefined && { 'aria-describedby': 'patient-phones-error' })}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the person has just added this field
              autoFocus={focused === at}
              maxLength={40}
              className="input field min-w-0 flex-1"
              value={number}
              onChange={({ target }) => change(at, [target.value])}
            />
            {numbers.length > 1 && (
              <button type="button" className="btn btn-line" onClick={() => change(at, [])}>
                Remove<span className="sr-only"> phone {at + 1}</span>
              </button>
            )}
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p id="patient-phones-error" className="mt-1 text-error text-sm">
          {error}
        </p>
      )}
      <button
        type="button"
        className="btn btn-ghost mt-1 px-2 font-normal"
        onClick={() => {
          setFocused(numbers.length)
          onChange([...numbers, ''].join(separator))
        }}
      >
        Add a phone number
      </button>
    </fieldset>
  )
}
