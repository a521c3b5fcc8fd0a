import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { alertsOf } from '#contract/patient/alerts.ts'

/** The alerts of a patient, above everything else about them. Renders nothing without any. */
export function Alerts({ alerts, className }: { alerts: string; className: string }) {
  const all = alertsOf(alerts)
  if (all.length === 0) return null
  return (
    <section
      aria-label="Alerts"
      className={`flex gap-2 rounded-box border-2 border-error p-3 font-medium ${className}`}
    >
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-error" />
      <ul className="wrap-anywhere min-w-0">
        {all.map((alert) => (
          <li key={alert}>{alert}</li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the alerts of a patient in a line; empty without any. */
export const alertsInLine = (alerts = '') => alertsOf(alerts).join(', ')

/** A mark that a patient has alerts, which name them in its tooltip. Renders nothing without any. */
export function AlertMark({ alerts }: { alerts: string | undefined }) {
  const all = alertsInLine(alerts)
  if (all === '') return null
  return (
    <span title={all} className="inline-flex shrink-0 text-error">
      <TriangleAlert size={14} aria-hidden="true" />
      <span className="sr-only">Alert: {all}</span>
    </span>
  )
}

/** The alerts of a patient in a line of a list. Renders nothing without any. */
export function AlertLine({ alerts }: { alerts: string | undefined }) {
  const all = alertsInLine(alerts)
  if (all === '') return null
  return (
    <span className="wrap-anywhere flex items-start gap-1 font-medium">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.75 shrink-0 text-error" />
      <span>
        <span className="sr-only">Alert: </span>
        {all}
      </span>
    </span>
  )
}
