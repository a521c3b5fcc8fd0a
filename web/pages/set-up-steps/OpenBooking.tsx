import { useQuery } from '@tanstack/react-query'
import { calendarOf } from '#web/api/calendar.ts'
import { OnlineBooking } from '#web/ui/calendar/OnlineBooking.tsx'
import { useRuleChange } from '#web/ui/calendar/use-rule-change.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'

/** The end of the set-up: online booking opens when the clinic is ready. */
export function OpenBooking({ admin }: { admin: string }) {
  const calendar = useQuery(calendarOf(admin))
  const { change, dialog } = useRuleChange()
  return (
    <section className="mt-6 max-w-3xl rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 className="text-xl">Open to patients</h2>
      <p className="mt-1 text-quiet">Look at your public pages, then open online booking.</p>
      <LoadError what="The booking rules" query={calendar} className="mt-4" />
      {calendar.isPending && <div className="skeleton mt-4 h-24" />}
      {calendar.data && <OnlineBooking isOpen={calendar.data.policy.onlineBooking} change={change} />}
      {dialog}
    </section>
  )
}
