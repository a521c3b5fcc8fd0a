/** Says that something is on its way, in the middle of the space it is given. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-80 place-content-center place-items-center gap-4">
      <span className="loading loading-spinner loading-lg" aria-hidden="true" />
      <span className="motion-safe:sr-only">{label}</span>
    </div>
  )
}
