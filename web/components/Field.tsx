import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  error?: string | undefined
  /** Stands inside the field at its end. */
  end?: ReactNode
}

/** A labelled text field; its error is read out with it. */
export function Field({ label, error, end, ...input }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`input field ${end ? 'pr-12' : ''}`}
          aria-invalid={error !== undefined}
          {...(error !== undefined && { 'aria-describedby': `${id}-error` })}
        />
        {end}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
