import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'

/** Stands where an appointment would, had the address named one of this person's. */
export function UnknownBooking() {
  return (
    <div className="max-w-xl rounded-box border border-base-300 bg-base-200 p-6 sm:p-8">
      <p className="font-bold text-lg">There is no such appointment of yours</p>
      <p className="mt-1 text-quiet">The link may be incomplete, or it may belong to another account.</p>
      <Link to={pages.dashboard} className="btn btn-line mt-6">
        My Appointments
      </Link>
    </div>
  )
}
