import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'
import { EmptyCard } from './state/EmptyCard.tsx'

/** Stands where an appointment would, had the address named one of this person's. */
export function UnknownBooking() {
  return (
    <EmptyCard
      title="There is no such appointment of yours"
      text="The link may be incomplete, or it may belong to another account."
    >
      <Link to={pages.dashboard} className="btn btn-line">
        My Appointments
      </Link>
    </EmptyCard>
  )
}
