import TriangleAlert from 'lucide-react/icons/triangle-alert'

/** The alerts of a patient, above everything else about them. Renders nothing without any. */
export function Alerts({ alerts, className }: { alerts: readonly string[]; className: string }) {
  if (alerts.length === 0) return null
  return (
    <section
      aria-label="Alerts"
      className={`flex gap-2 rounded-box border-2 border-error p-3 font-medium ${className}`}
    >
      <TriangleAlert size={18} aria-hidden="true" className="mt-1 shrink-0 text-error" />
      <ul className="wrap-anywhere min-w-0">
        {alerts.map((alert) => (
          <li key={alert}>{alert}</li>
        ))}
      </ul>
    </section>
  )
}
