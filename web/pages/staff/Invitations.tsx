import { useId } from 'react'
import type { Invitation } from '#contract/staff.ts'
import { postInvitationAgain } from '#web/api/staff.ts'
import { clinicDayInText } from '#web/dates.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { roleWords } from '#web/ui/role-words.ts'
import { ifEmailed } from '#web/unsent.ts'
import type { Open } from './open-dialog.ts'

interface InvitationsProps {
  admin: string
  invitations: readonly Invitation[]
  /** Sends a change and says that it is done. @throws the server's refusal */
  change: (request: () => Promise<void>, done: string) => Promise<void>
  onOpen: (open: Open) => void
}

/** The invitations that nobody has accepted. */
export function Invitations({ admin, invitations, change, onOpen }: InvitationsProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mt-10">
      <h2 id={heading} className="text-xl">
        Invitations
      </h2>
      <div className="mt-3 max-w-3xl">
        {invitations.length === 0 && (
          <EmptyCard
            title="No open invitations"
            text="Invite somebody by email. The link works once, for seven days."
          />
        )}
        <ul className="grid">
          {invitations.map((invitation) => (
            <Row key={invitation._id} {...{ admin, invitation, change, onOpen }} />
          ))}
        </ul>
      </div>
    </section>
  )
}

type RowProps = Omit<InvitationsProps, 'invitations'> & { invitation: Invitation }

function Row({ admin, invitation, change, onOpen }: RowProps) {
  const { _id, email, role, doctor, invitedBy, invitedAt } = invitation
  const { run, isBusy } = useChange(
    () => change(() => postInvitationAgain(admin, _id), ifEmailed(`We sent the invitation to ${email} again.`)),
    { failsInToast: true },
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b py-3">
      <div className="wrap-anywhere min-w-0 flex-1 basis-60">
        <p className="font-medium">{email}</p>
        <p className="text-quiet text-sm">
          {roleWords[role]}
          {doctor !== undefined && `, ${doctor}`}. Invited {clinicDayInText(invitedAt)}
          {invitedBy !== undefined && ` by ${invitedBy}`}. {stateOf(invitation)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <BusyButton busy={isBusy} className="btn btn-line px-3" onClick={() => void run()}>
          Send again<span className="sr-only"> to {email}</span>
        </BusyButton>
        <button type="button" className="btn btn-line px-3" onClick={() => onOpen({ kind: 'withdraw', invitation })}>
          Withdraw<span className="sr-only"> the invitation of {email}</span>
        </button>
      </div>
    </li>
  )
}

function stateOf({ expired, sent, expiresAt }: Invitation): string {
  if (expired) return 'The link has expired.'
  return sent ? `The link works until ${clinicDayInText(expiresAt)}.` : ifEmailed('The email is on its way.')
}
