import { type ComponentProps, useId } from 'react'
import { Labelled } from './Labelled.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className'> {
  label: string
  /** What the choice means, shown above it. */
  hint?: string | undefined
  error?: string | undefined
}

/** A choice with its label. Its error describes it to screen readers. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
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
      />
    </Labelled>
  )
}
