import type { FormEventHandler, ReactNode } from 'react'

interface FormCardProps {
  title: string
  /** What is being waited for; shown with a spinner on the button. */
  busy: boolean
  submit: string
  error: string | undefined
  onSubmit: FormEventHandler
  children: ReactNode
  below: ReactNode
}

/** The one card of a screen that asks for a sign-in. `post` keeps passwords out of the address should the script not have loaded. */
export function FormCard({ title, busy, submit, error, onSubmit, children, below }: FormCardProps) {
  return (
    <section className="guest-only mx-auto w-full max-w-110 px-5 pt-12 sm:pt-16">
      <div className="rounded-box border border-base-300 bg-base-100 p-6 shadow-float sm:p-8">
        <h1 className="text-center text-2xl">{title}</h1>
        <form method="post" noValidate onSubmit={onSubmit} className="mt-6 grid gap-4">
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
        {below}
        <noscript>
          <p className="mt-4 text-sm">This form needs JavaScript. You can also reach us by phone.</p>
        </noscript>
      </div>
    </section>
  )
}
