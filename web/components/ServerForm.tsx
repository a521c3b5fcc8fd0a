import type { FormEventHandler, ReactNode } from 'react'

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
      <button type="submit" className="btn btn-action mt-2 w-full" aria-disabled={busy}>
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        {submit}
      </button>
      <p role="alert" className="text-error text-sm empty:hidden">
        {error}
      </p>
      <p role="status" className="sr-only">
        {busy ? 'One moment' : ''}
      </p>
    </form>
  )
}
