import { useId } from 'react'
import type { RecallPage } from '#contract/recall.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { dateInText } from '#web/dates.ts'
import { Done } from '#web/ui/feedback/Done.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface NotNowProps {
  page: RecallPage
  busy: boolean
  error: Error | null
  onChoose: (change: 1 | 3 | 'stop') => void
}

/** Puts invitations off or stops them. */
export function NotNow({ page: { snoozedUntil }, busy, error, onChoose }: NotNowProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={heading} className="text-lg">
        Not now?
      </h2>
      <div role="status" className="mt-2 empty:hidden">
        {snoozedUntil !== undefined && <Done>We’ll write again on {dateInText(snoozedUntil)}, or soon after.</Done>}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <BusyButton busy={busy} className="btn btn-line" onClick={() => onChoose(1)}>
          Remind me in 1 month
        </BusyButton>
        <BusyButton busy={busy} className="btn btn-line" onClick={() => onChoose(3)}>
          Remind me in 3 months
        </BusyButton>
      </div>
      <BusyButton busy={busy} className="text-link mt-3 min-h-11" onClick={() => onChoose('stop')}>
        Stop these emails
      </BusyButton>
      <p role="alert" className="mt-2 text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </section>
  )
}
