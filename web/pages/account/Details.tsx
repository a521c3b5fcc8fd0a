import CircleAlert from 'lucide-react/icons/circle-alert'
import type { SessionRecord } from '#web/session/record.ts'
import { Done } from '#web/ui/feedback/Done.tsx'
import { SendAgain } from '#web/ui/sign-in/SendAgain.tsx'

interface DetailsProps {
  person: SessionRecord
  /** Undefined while it is unknown. */
  confirmed: boolean | undefined
}

/** The account's name and email, and whether the email is confirmed. */
export function Details({ person, confirmed }: DetailsProps) {
  return (
    <>
      <dl className="mt-4 grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
        <dt className="text-quiet">Name</dt>
        <dd className="wrap-anywhere max-sm:mb-2">{person.name}</dd>
        <dt className="text-quiet">Email</dt>
        <dd className="wrap-anywhere">
          {person.email}
          {confirmed === true && <Done>Confirmed</Done>}
        </dd>
      </dl>
      {confirmed === false && <Unconfirmed email={person.email} />}
    </>
  )
}

function Unconfirmed({ email }: { email: string }) {
  return (
    <div role="status" className="mt-5 grid justify-items-start gap-3 rounded-field bg-base-200 p-4 sm:p-5">
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert size={20} aria-hidden="true" className="h-lh shrink-0" />
        Your email address isn’t confirmed yet.
      </p>
      <p className="text-quiet">Open the link in the email we sent when you signed up. It works for one day.</p>
      <SendAgain email={email} className="btn-line" />
    </div>
  )
}
