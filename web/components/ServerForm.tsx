import type { FormEventHandler, ReactNode } from 'react'
import { BusyButton } from './BusyButton.tsx'

interface ServerFormProps {
  /** Waiting for the server; shown with a spinner on the button. */
  busy: boolean
  submit: string
  error: string | undefined
  onSubmit: FormEventHandler
  className: string
  children: ReactNode
}

/** Fields, the button that sends them and what came of it. `post` keeps passwords out of the address should the script not have
 *  loaded. */
export function ServerForm({ busy, submit, error, onSubmit, className, children }: ServerFormProps) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className={`grid gap-4 ${className}`}>
      {children}
      <BusyButton type="submit" busy={busy} className="btn btn-action mt-2 w-full">
        {submit}
      </BusyButton>
      <p role="alert" className="text-error text-sm empty:hidden">
        {error}
      </p>
    </form>
  )
}
