/** A spinner with its label, centered. The label is visible only if the user prefers reduced motion. */
export function Spinner({ label, className = 'min-h-80' }: { label: string; className?: string }) {
  return (
    <div role="status" className={`grid place-content-center place-items-center gap-4 ${className}`}>
      <span className="loading loading-spinner loading-lg" aria-hidden="true" />
      <span className="motion-safe:sr-only">{label}</span>
    </div>
  )
}
