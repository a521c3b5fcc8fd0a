import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'

/** A completed state, such as 'Paid': an icon and words, never color alone. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 font-bold text-success">
      <CircleCheck size={18} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  )
}
