import { type ReactNode, useId } from 'react'

/** A part of My Account, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
