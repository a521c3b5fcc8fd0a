import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  text?: string
  children: ReactNode
}

/** A part of the page, with its heading. */
export function Section({ title, text, children }: SectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      {text && <p className="mt-1 text-quiet">{text}</p>}
      {children}
    </section>
  )
}
