import { type ComponentProps, type ReactNode, useId } from 'react'
import { Labelled } from './Labelled.tsx'

interface FieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** A rule for the value, shown before typing. */
  hint?: string
  error?: string | undefined
  /** Content inside the field, at its end. */
  end?: ReactNode
  /** Content at the end of the label's line, or below the field if large text leaves no room there; after the field in
   *  the tab order. */
  aside?: ReactNode
}

/** A text field with its label. Its error and hint describe it to screen readers. `required` only marks it; the form's
 *  schema enforces it. */
export function Field({ label, hint, error, end, aside, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  const labelled = (
    <Labelled id={id} label={label} required={input.required} hint={hint} error={error}>
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
      {aside && (
        <div className="@min-[17rem]:absolute @min-[17rem]:top-0 @min-[17rem]:right-0 flex @min-[17rem]:h-lh items-center">
          {aside}
        </div>
      )}
    </Labelled>
  )
  return aside ? <div className="@container">{labelled}</div> : labelled
}
