import { initials } from '#contract/kit/text/initials.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { useSignOut } from './use-sign-out.ts'

interface AccountProps {
  person: SessionRecord
  className: string
  /** In the header, where an error is shown below it; otherwise in a menu. */
  inHeader?: boolean
}

/** The initials of the signed-in person, and 'Sign Out'. */
export function Account({ person, className, inHeader = false }: AccountProps) {
  const { run, isBusy, problem } = useSignOut()

  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <Initials person={person} className="size-11" />
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

/** The initials of the signed-in person. */
export function Initials({ person: { name }, className }: { person: SessionRecord; className: string }) {
  return (
    <span
      role="img"
      aria-label={`Signed in as ${name}`}
      title={name}
      className={`grid shrink-0 place-items-center rounded-full bg-base-300 font-bold text-sm ${className}`}
    >
      {initials(name)}
    </span>
  )
}
