import type { ReactNode } from 'react'

interface ProblemProps {
  /** Nothing if there is no problem. */
  children: ReactNode
  className?: string
}

/** Says why a change failed, and announces it. */
export function Problem({ children, className = 'mt-2 text-sm' }: ProblemProps) {
  return (
    <p role="alert" className={`text-error empty:hidden ${className}`}>
      {children}
    </p>
  )
}
