import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { OnlineBooking } from '#web/ui/calendar/OnlineBooking.tsx'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'

/** The end of the set-up: online booking opens when the clinic is ready. */
export function Finished({ admin }: { admin: string }) {
  const calendar = useQuery(calendarOf(admin))
  const { change, dialog } = useRuleChange()
  return (
    <section className="mt-6 max-w-3xl rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 className="text-xl">Your clinic is set up</h2>
      <p className="mt-1 text-quiet">
        Bring the patients of your old system with an import, and look at your public pages. Then open online booking.
      </p>
      <LoadError what="The booking rules" query={calendar} className="mt-4" />
      {calendar.isPending && <div className="skeleton mt-4 h-24" />}
      {calendar.data && <OnlineBooking isOpen={calendar.data.policy.onlineBooking} change={change} />}
      <div className="mt-6 flex flex-wrap gap-3 border-base-300 border-t pt-5">
        <Go to={pages.day}>Open today</Go>
        <Go to={pages.importPatients}>Import patients</Go>
        <Go to={pages.treatments}>Treatments</Go>
        <Go to={pages.clinic}>Clinic</Go>
      </div>
      {dialog}
    </section>
  )
}

function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="btn btn-line">
      {children}
    </Link>
  )
}
