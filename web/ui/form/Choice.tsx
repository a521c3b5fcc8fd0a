import { type ComponentProps, useId } from 'react'
import { Labelled } from './Labelled.tsx'

interface ChoiceProps extends Omit<ComponentProps<'select'>, 'className'> {
  label: string
  hint?: string
  error?: string | undefined
  /** Each value with its text. */
  options: readonly (readonly [value: string, text: string])[]
}

/** A list to choose from, with its label. */
export function Choice({ label, hint, error, options, ...select }: ChoiceProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        {...select}
        id={id}
        className="select field"
        aria-invalid={error !== undefined}
        {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
