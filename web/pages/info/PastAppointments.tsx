import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'

/** Leads to where past appointments are, from pages that are to come. */
export function PastAppointments() {
  return (
    <p className="mt-2 text-quiet">
      Looking for an appointment that you had? It is under ‘Earlier’ in{' '}
      <Link to={pages.dashboard} className="text-link inline-block py-1">
        My Appointments
      </Link>
      .
    </p>
  )
}
