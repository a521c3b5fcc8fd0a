import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  text?: string
  /** A button or a fact beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page, on a card, with its heading. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {text && <p className="mt-1 text-quiet">{text}</p>}
      {children}
    </section>
  )
}
