import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'

/** Leads from a page of one appointment back to the list. */
export function BackToAppointments() {
  return (
    <Link
      to={pages.dashboard}
      className="-mt-2 mb-2 inline-flex min-h-8 items-center gap-2 text-quiet text-sm underline-offset-4 hover:underline print:hidden"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      Back to My Appointments
    </Link>
  )
}
