import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'

/** A button with a cross. `label` names it for screen readers. */
export function CloseButton({ label, className = '', ...button }: ComponentProps<'button'> & { label: string }) {
  return (
    <button {...button} type="button" className={`btn btn-ghost btn-square ${className}`}>
      <X aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </button>
  )
}
