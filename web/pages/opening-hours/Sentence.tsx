import { type ComponentProps, type ReactNode, useId } from 'react'

interface SentenceProps extends ComponentProps<'input'> {
  before: string
  unit: string
  error: string | undefined
  /** What can be done with the number, after the sentence. */
  action?: ReactNode
}

/** A number in a sentence. */
export function Sentence({ before, unit, error, action, ...input }: SentenceProps) {
  const id = useId()
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex flex-wrap items-center gap-2">
          {before}
          <input
            {...input}
            className="input field w-24"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error !== undefined}
            {...(error !== undefined && { 'aria-describedby': id })}
          />
          {unit}
        </label>
        {action}
      </div>
      <p id={id} className="mt-1 text-error text-sm empty:hidden">
        {error}
      </p>
    </div>
  )
}
