import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { DeskAppointment } from '#contract/desk/day.ts'

type Alerts = Pick<DeskAppointment, 'alerts'>

/** Returns the alerts of a patient in a line; empty without any. */
export const alertsInLine = ({ alerts = [] }: Alerts): string => alerts.join(', ')

/** A mark that a patient has alerts, which are named in its tooltip. Renders nothing without any. */
export function AlertMark({ alerts }: Alerts) {
  const all = alertsInLine({ alerts })
  if (all === '') return null
  return (
    <span title={all} className="inline-flex shrink-0 text-error">
      <TriangleAlert size={14} aria-hidden="true" />
      <span className="sr-only">Alert: {all}</span>
    </span>
  )
}

/** The alerts of a patient in a line of a list. Renders nothing without any. */
export function AlertLine({ alerts }: Alerts) {
  const all = alertsInLine({ alerts })
  if (all === '') return null
  return (
    <span className="wrap-anywhere flex items-start gap-1 font-medium">
      <TriangleAlert size={14} aria-hidden="true" className="mt-1 shrink-0 text-error" />
      <span>
        <span className="sr-only">Alert: </span>
        {all}
      </span>
    </span>
  )
}
