import { type ComponentProps, type ReactNode, useId } from 'react'
import { ServerForm } from './ServerForm.tsx'

interface FormCardProps extends Omit<ComponentProps<typeof ServerForm>, 'className'> {
  title: string
  /** Why the visitor is here; describes the title to screen readers. */
  reason?: string | undefined
  below: ReactNode
}

/** The card of a sign-in screen: title, form, and the alternatives below. */
export function FormCard({ title, reason, below, ...form }: FormCardProps) {
  const id = useId()
  return (
    <section className="guest-only mx-auto w-full max-w-110 px-5 pt-12 sm:pt-16">
      <div className="rounded-box border border-base-300 bg-card p-6 shadow-float sm:p-8">
        <h1 className="text-center text-2xl" aria-describedby={id}>
          {title}
        </h1>
        <p id={id} className="mt-2 text-balance text-center empty:hidden">
          {reason}
        </p>
        <ServerForm {...form} className="mt-6 gap-4" />
        {below}
        <noscript>
          <p className="mt-4 text-sm">This form needs JavaScript. You can also call us.</p>
        </noscript>
      </div>
    </section>
  )
}
