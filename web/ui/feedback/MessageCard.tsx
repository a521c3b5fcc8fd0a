import type { ReactNode } from 'react'
import { useFocusWhen } from './use-focus-when.ts'

interface MessageCardProps {
  title: string
  /** It replaces a form that was sent, and takes the focus. */
  isNews?: boolean
  children: ReactNode
}

/** The card of a screen that shows a message instead of a form. */
export function MessageCard({ title, isNews = false, children }: MessageCardProps) {
  const heading = useFocusWhen<HTMLHeadingElement>(isNews)
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
