import type { ReactNode } from 'react'

/** A value that the patient can't change, as text in a list of descriptions. */
export function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <dt className="min-w-14 shrink-0 text-quiet">{label}</dt>
      <dd className="wrap-anywhere min-w-32 flex-1 py-1">{value}</dd>
      {children && <dd className="shrink-0">{children}</dd>}
    </div>
  )
}
