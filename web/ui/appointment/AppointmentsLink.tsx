import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'

/** A button-like link to the patient's appointments. */
export function AppointmentsLink({ className = '' }: { className?: string }) {
  return (
    <Link to={pages.dashboard} className={`btn btn-line ${className}`}>
      My Appointments
    </Link>
  )
}
