import { messageFor } from '#web/api/http/errors.ts'

/** Says what could not be loaded and why, with a button to try again. */
export function LoadError({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-box border border-edge p-6">
      <p className="font-bold">{what} could not be loaded.</p>
      <p className="mt-1 max-w-text text-quiet">{messageFor(error)} Nothing is lost.</p>
      <button type="button" className="btn btn-line mt-4" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
