import { type ReactNode, useId } from 'react'

/** A value that the patient can't change: a read-only field that looks like text and, like text, breaks
 *  into lines. */
export function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label htmlFor={id} className="w-14 shrink-0 text-quiet">
        {label}
      </label>
      <textarea
        id={id}
        readOnly
        rows={1}
        value={value}
        className="field-sizing-content min-w-32 flex-1 resize-none wrap-anywhere rounded-field bg-transparent py-1"
      />
      {children}
    </div>
  )
}
