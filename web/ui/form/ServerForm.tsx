import type { FormEventHandler, ReactNode } from 'react'
import { BusyButton } from './BusyButton.tsx'

interface ServerFormProps {
  /** Waiting for the server; shown with a spinner on the button. */
  busy: boolean
  submit: string
  error: string | undefined
  /** What to do about the error, right below it. */
  remedy?: ReactNode
  onSubmit: FormEventHandler
  className: string
  /** Classes of the button; by default it is as wide as the form. */
  submitClass?: string
  children: ReactNode
}

/** Fields, the submit button and the server's error. `post` keeps passwords out of the address should the script not have loaded. */
export function ServerForm({
  busy,
  submit,
  error,
  remedy,
  onSubmit,
  className,
  submitClass = 'mt-2 w-full',
  children,
}: ServerFormProps) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={`grid ${className}`}>
      {children}
      <BusyButton type="submit" busy={busy} className={`btn btn-action ${submitClass}`}>
        {submit}
      </BusyButton>
      <div role="alert" className="text-sm empty:hidden">
        {error !== undefined && <p className="text-error">{error}</p>}
        {error !== undefined && remedy}
      </div>
    </form>
  )
}
