import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'

/** That something is settled: by an icon and in words, never by colour alone. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 font-bold text-success">
      <CircleCheck size={18} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  )
}
