import type { ReactNode } from 'react'

interface LabelledProps {
  /** Id of the control. Those of its hint and its error end in `-hint` and `-error`. */
  id: string
  label: string
  required?: boolean | undefined
  /** A rule for the value, shown before typing. */
  hint?: string | undefined
  error?: ReactNode
  children: ReactNode
}

/** A control with its label, hint and error. */
export function Labelled({ id, label, required, hint, error, children }: LabelledProps) {
  return (
    <div className="relative">
      <div className="mb-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {required && <RequiredMark />}
        {hint !== undefined && (
          <p id={`${id}-hint`} className="wrap-anywhere text-quiet text-sm">
            {hint}
          </p>
        )}
      </div>
      {children}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

/** Marks a required field visibly. It is outside the label, whose text is the field's name; `required` announces it. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-1 font-normal text-quiet text-sm">
      {' '}
      (required)
    </span>
  )
}
