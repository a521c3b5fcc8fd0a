import { type ReactNode, useId } from 'react'

/** A value that the patient can't change: a read-only input that looks like text. */
export function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="w-14 shrink-0 text-quiet">
        {label}
      </label>
      <input
        id={id}
        readOnly
        value={value}
        className="min-w-0 flex-1 text-ellipsis rounded-field bg-transparent py-1"
      />
      {children}
    </div>
  )
}
