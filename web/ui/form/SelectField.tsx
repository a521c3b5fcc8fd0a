import { type ComponentProps, useId } from 'react'
import { Labelled } from './Labelled.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className' | 'children'> {
  label: string
  hint?: string
  error?: string | undefined
  /** Values and what is shown for each. */
  options: readonly (readonly [string, string])[]
}

/** A choice with its label. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <Labelled id={id} label={label} required={select.required} hint={hint} error={error}>
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
