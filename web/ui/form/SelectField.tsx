import { type ComponentProps, useId } from 'react'
import { Labelled } from './Labelled.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className'> {
  label: string
  error?: string | undefined
}

/** A choice with its label. Its error describes it to screen readers. */
export function SelectField({ label, error, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} required={select.required} error={error}>
      <select
        {...select}
        id={id}
        className="select field"
        aria-invalid={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': `${id}-error` })}
      />
    </Labelled>
  )
}
