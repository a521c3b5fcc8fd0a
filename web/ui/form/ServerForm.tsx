import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { BusyButton } from './BusyButton.tsx'

interface ServerFormProps {
  busy: boolean
  submit: string
  error: string | undefined
  /** Links that help with the error, right below it. */
  remedy?: ReactNode
  onSubmit: FormEventHandler
  /** Adds the button Cancel. */
  onCancel?: () => void
  className: string
  /** Classes of the button, as wide as the form by default. */
  submitClass?: string
  /** Submitting removes something. */
  isRemoval?: boolean
  children: ReactNode
}

/** A form with its submit button and the server's error. Its method is POST so that passwords stay out of the address
 *  before the app has started. */
export function ServerForm({
  busy,
  submit,
  error,
  remedy,
  onSubmit,
  onCancel,
  className,
  submitClass = 'mt-2 w-full',
  isRemoval = false,
  children,
}: ServerFormProps) {
  const alert = useRef<HTMLDivElement>(null)
  // Below the button of a long form it is out of sight.
  useEffect(() => {
    if (error !== undefined) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={`grid ${className}`}>
      {children}
      <BusyButton
        type="submit"
        busy={busy}
        className={`btn ${isRemoval ? 'btn-error' : 'btn-action'} col-span-full ${submitClass}`}
      >
        {submit}
      </BusyButton>
      {onCancel && (
        <button type="button" className="btn btn-line col-span-full" onClick={onCancel}>
          Cancel
        </button>
      )}
      <div ref={alert} role="alert" className="col-span-full text-sm empty:hidden">
        {error !== undefined && <p className="text-error">{error}</p>}
        {error !== undefined && remedy}
      </div>
    </form>
  )
}
