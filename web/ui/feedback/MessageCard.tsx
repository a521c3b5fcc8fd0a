import type { ReactNode } from 'react'
import { useFocusWhen } from './use-focus-when.ts'

interface MessageCardProps {
  title: string
  /** The card replaces a submitted form, so its title takes the focus. */
  takesFocus?: boolean
  children: ReactNode
}

/** The card of a sign-in screen that shows a message instead of a form. */
export function MessageCard({ title, takesFocus = false, children }: MessageCardProps) {
  const heading = useFocusWhen<HTMLHeadingElement>(takesFocus)
  return (
    <section className="mx-auto w-full max-w-110 px-5 pt-12 sm:pt-16">
      <div className="rounded-box border border-base-300 bg-card p-6 text-center shadow-float sm:p-8">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        <div role="status" className="mt-4 grid gap-4">
          {children}
        </div>
      </div>
    </section>
  )
}
