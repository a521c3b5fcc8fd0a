import type { ReactNode } from 'react'

interface ProblemProps {
  /** Nothing if there is no problem. */
  children: ReactNode
  className?: string
}

/** Says why a change failed, and announces it. It may be in a sentence. */
export function Problem({ children, className = 'mt-2 text-sm' }: ProblemProps) {
  return (
    <span role="alert" className={`block text-error empty:hidden ${className}`}>
      {children}
    </span>
  )
}
