import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** A button or a fact beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a record. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
