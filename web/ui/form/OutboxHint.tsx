import { clinic } from '#web/clinic.ts'

/** Links to the outbox in a demo, which sends no email. */
export function OutboxHint() {
  if (!clinic.demo?.outbox) return null
  return (
    <p className="rounded-field bg-base-200 p-4 text-sm">
      Demo:{' '}
      <a href="/sandbox/outbox" className="text-link">
        read it in the outbox
      </a>
    </p>
  )
}
