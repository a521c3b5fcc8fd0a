/** Says that something is on its way, in the middle of the space it is given. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-80 place-items-center">
      <span className="loading loading-spinner loading-lg" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
