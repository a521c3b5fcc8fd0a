import { useId } from 'react'
import type { RecallPage } from '#contract/recall-link.ts'
import { nearDateInText } from '#web/near-date.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

/** What becomes of invitations: a number of months puts them off. */
export type InvitationChoice = 1 | 3 | 'stop' | 'start'

/** The change of that. */
export interface Choosing {
  isBusy: boolean
  problem: string | undefined
  run: (choice: InvitationChoice) => Promise<boolean>
}

interface ChoicesProps {
  page: RecallPage
  choosing: Choosing
}

/** Puts invitations off or stops them. */
export function NotNow({ page: { snoozedUntil }, choosing }: ChoicesProps) {
  const heading = useId()
  const later = (months: 1 | 3, label: string) => (
    <BusyButton busy={choosing.isBusy} className="btn btn-line" onClick={() => void choosing.run(months)}>
      {label}
    </BusyButton>
  )
  return (
    <section aria-labelledby={heading} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={heading} className="text-lg">
        Not now?
      </h2>
      <div role="status" className="mt-2 empty:hidden">
        {snoozedUntil !== undefined && (
          <Done>We’ll email you again on {nearDateInText(snoozedUntil)}, or soon after.</Done>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {later(1, 'Remind me in 1 month')}
        {later(3, 'Remind me in 3 months')}
      </div>
      <StopOrStart isStopped={false} choosing={choosing} className="mt-3" />
    </section>
  )
}

/** Stops or starts the invitations, whatever became of this one: the link in the email promises it. */
export function InvitationEmails({ page: { stopped }, choosing }: ChoicesProps) {
  const heading = useId()
  const isStopped = stopped === true
  return (
    <section aria-labelledby={heading} className="mt-10 border-base-300 border-t pt-6">
      <h2 id={heading} className="text-lg">
        Emails about the next visit
      </h2>
      <p className="mt-2 max-w-text" role="status">
        {isStopped ? 'We don’t email you when the next visit is due.' : 'We email you when the next visit is due.'}
      </p>
      <StopOrStart isStopped={isStopped} choosing={choosing} className="mt-1" />
    </section>
  )
}

interface StopOrStartProps {
  isStopped: boolean
  choosing: Choosing
  className: string
}

function StopOrStart({ isStopped, choosing: { isBusy, problem, run }, className }: StopOrStartProps) {
  return (
    <>
      <BusyButton
        busy={isBusy}
        className={`text-link min-h-11 ${className}`}
        onClick={() => void run(isStopped ? 'start' : 'stop')}
      >
        {isStopped ? 'Send me reminders again' : 'Stop these emails'}
      </BusyButton>
      <Problem>{problem}</Problem>
    </>
  )
}
