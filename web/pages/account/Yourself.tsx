import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Account } from '#contract/account.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { EarlierRecord } from '#web/ui/account-patient/EarlierRecord.tsx'
import { Done } from '#web/ui/feedback/Done.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { SendAgain } from '#web/ui/sign-in/SendAgain.tsx'
import { onlyIfEmailed } from '#web/unsent.ts'
import { ChangeEmail } from './ChangeEmail.tsx'
import { Family } from './Family.tsx'
import { YourDetails } from './YourDetails.tsx'

interface YourselfProps {
  person: SessionRecord
  /** Undefined if it could not be loaded. */
  account: Account | undefined
}

/** Who the person is, their email, and the people for whom they act. */
export function Yourself({ person, account }: YourselfProps) {
  return (
    <>
      <Section title="Your details">
        <YourDetails email={person.email} />
        <h3 className="mt-8 font-bold">Email address</h3>
        <EmailAddress email={person.email} confirmed={account?.emailConfirmed} />
        {account && account.password !== 'advertised' && <ChangeEmail />}
      </Section>
      <Section title="People you act for">
        <Family email={person.email} />
      </Section>
      {account?.emailConfirmed && (
        <Section title="Records that we have already">
          <p className="mt-2 max-w-text text-quiet">
            Appointments that you had before you made this account, or that our desk made for you.
          </p>
          <div className="mt-4">
            <EarlierRecord email={person.email} />
          </div>
        </Section>
      )}
    </>
  )
}

/** The account's email, and whether it is confirmed. */
function EmailAddress({ email, confirmed }: { email: string; confirmed: boolean | undefined }) {
  return (
    <>
      <p className="wrap-anywhere mt-2">
        {email}
        {confirmed === true && <Done>Confirmed</Done>}
      </p>
      {confirmed === false && <Unconfirmed email={email} />}
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
      <p className="text-quiet empty:hidden">
        {onlyIfEmailed('Open the link in the email we sent when you signed up. It works for one day.')}
      </p>
      <SendAgain email={email} className="btn-line" />
    </div>
  )
}
