import type { ReactNode } from 'react'

interface EmptyCardProps {
  title: string
  text: ReactNode
  /** Links to the next step. */
  children?: ReactNode
}

/** Empty state: the reason, and what to do next. */
export function EmptyCard({ title, text, children }: EmptyCardProps) {
  return (
    <div className="rounded-box border border-base-300 bg-base-200 p-6 sm:p-8">
      <p className="wrap-anywhere font-bold text-lg">{title}</p>
      <p className="mt-1 max-w-text text-quiet">{text}</p>
      {children && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
    </div>
  )
}
