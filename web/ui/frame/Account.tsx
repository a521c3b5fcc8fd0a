import { initials } from '#contract/kit/text/initials.ts'
import { signOut } from '#web/session/session.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { useLeave } from '#web/session/use-session-keeper.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'

interface AccountProps {
  person: SessionRecord
  className: string
  /** In the header, where an error is shown below it; otherwise in a menu. */
  inHeader?: boolean
}

/** The initials of the signed-in person, and 'Sign Out'. */
export function Account({ person, className, inHeader = false }: AccountProps) {
  const leave = useLeave()
  const { run, isBusy, problem } = useChange(
    async () => {
      await signOut()
      await leave()
    },
    { failed: 'You are still signed in.' },
  )

  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <span
        role="img"
        aria-label={`Signed in as ${person.name}`}
        title={person.name}
        className="grid size-11 shrink-0 place-items-center rounded-full bg-base-300 font-bold text-sm"
      >
        {initials(person.name)}
      </span>
      <BusyButton busy={isBusy} className="btn btn-line" onClick={() => void run()}>
        Sign Out
      </BusyButton>
      {problem && (
        <p
          role="alert"
          className={`w-full max-w-60 text-error text-sm ${inHeader ? 'absolute top-full right-5 rounded-box border border-edge bg-base-100 p-4 shadow-float' : ''}`}
        >
          {problem}
        </p>
      )}
    </div>
  )
}
