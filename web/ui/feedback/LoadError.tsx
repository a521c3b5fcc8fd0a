import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { isSecondFactorNeeded, messageFor } from '#web/api/http/errors.ts'

interface LoadErrorProps {
  /** The subject of the sentence, such as 'Your appointments'. */
  what: string
  query: { data?: unknown; error: unknown; refetch: () => unknown }
  className?: string | undefined
}

/** Reports that a query has failed and has no data, with a button to try again, or a link to set up the second factor
 *  that is missing. Renders nothing otherwise. */
export function LoadError({ what, query: { data, error, refetch }, className = '' }: LoadErrorProps) {
  if (!error || data) return null
  return (
    <div role="alert" className={`rounded-box border border-edge p-6 ${className}`}>
      <p className="font-bold">{what} could not be loaded.</p>
      <p className="mt-1 max-w-text text-quiet">{messageFor(error)} Nothing is lost.</p>
      {isSecondFactorNeeded(error) ? (
        <Link to={pages.account} className="btn btn-line mt-4">
          My Account
        </Link>
      ) : (
        <button type="button" className="btn btn-line mt-4" onClick={() => refetch()}>
          Try again
        </button>
      )}
    </div>
  )
}
