import { type ComponentProps, useId } from 'react'
import { Labelled } from './Labelled.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  label: string
  hint?: string
  error?: string | undefined
}

/** A field for several lines, with its label. */
export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <Labelled id={id} label={label} required={textarea.required} hint={hint} error={error}>
      <textarea
        rows={3}
        {...textarea}
        id={id}
        className="textarea field h-auto py-2"
        aria-invalid={error !== undefined}
        {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
      />
    </Labelled>
  )
}
