import { type ComponentProps, type ReactNode, useId } from 'react'
import { RequiredMark } from './RequiredMark.tsx'

interface FieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** A rule for the value, shown before typing. */
  hint?: string
  error?: string | undefined
  /** Content inside the field, at its end. */
  end?: ReactNode
  /** Content at the end of the label's line; after the field in the tab order. */
  aside?: ReactNode
}

/** A text field with its label. Its error and hint describe it to screen readers. `required` only marks it; the form's schema enforces it. */
export function Field({ label, hint, error, end, aside, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <div className="relative">
      <div className="mb-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {input.required && <RequiredMark />}
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-quiet text-sm">
            {hint}
          </p>
        )}
      </div>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`input field ${end ? 'pr-12' : ''}`}
          aria-invalid={error !== undefined}
          {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
        />
        {end}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-error text-sm">
          {error}
        </p>
      )}
      {aside && <div className="absolute top-0 right-0">{aside}</div>}
    </div>
  )
}
