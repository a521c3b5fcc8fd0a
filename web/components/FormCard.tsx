import type { ComponentProps, ReactNode } from 'react'
import { ServerForm } from './ServerForm.tsx'

interface FormCardProps extends Omit<ComponentProps<typeof ServerForm>, 'className'> {
  title: string
  below: ReactNode
}

/** The one card of a screen that asks for a sign-in. */
export function FormCard({ title, below, ...form }: FormCardProps) {
  return (
    <section className="guest-only mx-auto w-full max-w-110 px-5 pt-12 sm:pt-16">
      <div className="rounded-box border border-base-300 bg-base-100 p-6 shadow-float sm:p-8">
        <h1 className="text-center text-2xl">{title}</h1>
        <ServerForm {...form} className="mt-6" />
        {below}
        <noscript>
          <p className="mt-4 text-sm">This form needs JavaScript. You can also reach us by phone.</p>
        </noscript>
      </div>
    </section>
  )
}
