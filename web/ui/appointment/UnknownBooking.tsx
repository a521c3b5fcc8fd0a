import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { EmptyCard } from '../feedback/EmptyCard.tsx'

/** Shown if the address names no appointment of this patient. */
export function UnknownBooking() {
  return (
    <EmptyCard
      title="We can’t find that appointment"
      text="The link may be incomplete, or the appointment may belong to another account."
    >
      <Link to={pages.dashboard} className="btn btn-line">
        My Appointments
      </Link>
    </EmptyCard>
  )
}
