import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import { accountQuery, devicesQuery } from '#web/api/account.ts'
import { accountPatientsOf } from '#web/api/account-patients.ts'
import { postResetRequest } from '#web/api/auth.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { useFocusWhen } from '#web/ui/feedback/use-focus-when.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { Section } from '#web/ui/frame/Section.tsx'
import { ConfirmFirst } from '#web/ui/sign-in/SendAgain.tsx'
import { ifEmailed, onlyIfEmailed } from '#web/unsent.ts'
import { Devices } from './Devices.tsx'

const useParts = loadLater(() => import('./parts.ts'))

const stack = 'mt-6 grid max-w-3xl gap-6'

export default function AccountPage() {
  const person = usePerson()
  const account = useQuery(accountQuery)
  const devices = useQuery(devicesQuery)
  const persons = useQuery(accountPatientsOf(person.email))
  const parts = useParts()?.parts

  // Shown together, so that nothing moves.
  if (account.isPending || devices.isPending || persons.isPending || !parts) return <Waiting />
  return (
    <>
      <h1 className="page-title">My Account</h1>
      <div className={stack}>
        <LoadError what="Your account" query={account} />
        <parts.Yourself person={person} account={account.data} />
        <Section title="Signed-in devices">
          <Devices result={devices} />
        </Section>
        <Section title="Subscribe to your appointments">
          <Subscription email={person.email} isConfirmed={account.data?.emailConfirmed} />
        </Section>
        {account.data && (person.role || account.data.secondFactor === 'on') && (
          <Section title="Second factor">
            <parts.SecondFactor account={account.data} email={person.email} />
          </Section>
        )}
        {account.data && (
          <Section title="Password">
            <Password kind={account.data.password} email={person.email} />
          </Section>
        )}
        <Section title="Your data">
          <parts.PersonalData email={person.email} canErase={!person.role} />
        </Section>
      </div>
    </>
  )
}

function Waiting() {
  return (
    <div role="status">
      <h1 className="page-title">My Account</h1>
      <span className="sr-only">Loading your account</span>
      <div className={stack}>
        <div className="skeleton h-116" />
        <div className="skeleton h-52" />
        <div className="skeleton h-64" />
        <div className="skeleton h-52" />
        <div className="skeleton h-100" />
      </div>
    </div>
  )
}

/** The private feed of the patient's appointments. */
function Subscription({ email, isConfirmed }: { email: string; isConfirmed: boolean | undefined }) {
  const parts = useParts()?.parts
  return (
    <>
      <p className="mt-2 max-w-text text-quiet">
        Your calendar app shows your appointments and follows every change. It doesn’t name the treatment. A new
        password, or signing out all other devices, ends the subscription.
      </p>
      {isConfirmed === false ? (
        <ConfirmFirst email={email} />
      ) : parts ? (
        <parts.FeedAddress feed={{ caller: email }} whose="your" />
      ) : (
        <div className="skeleton mt-4 h-11" />
      )}
    </>
  )
}

/** Changes or sets the account's password. The demo admin's is fixed. */
function Password({ kind, email }: { kind: Account['password']; email: string }) {
  const parts = useParts()?.parts
  if (kind === 'own') return parts ? <parts.ChangePassword email={email} /> : <div className="skeleton mt-3 h-74" />
  if (kind === 'none') return <SetPassword email={email} />
  return <p className="mt-3 text-quiet">The demo admin’s password is shown on the login page and can’t be changed.</p>
}

/** Emails a link to set the first password of an account created with Google. */
function SetPassword({ email }: { email: string }) {
  const { isBusy, isDone: isSent, problem, run } = useChange(() => postResetRequest({ email }))
  const confirmation = useFocusWhen<HTMLParagraphElement>(isSent)
  return (
    <div role="status" className="mt-3 grid justify-items-start gap-4">
      <p className="text-quiet">
        You sign in with Google, so this account has no password. {onlyIfEmailed('To add one, we’ll email you a link.')}{' '}
        Setting a password signs you out everywhere.
      </p>
      {isSent ? (
        <p ref={confirmation} tabIndex={-1} className="wrap-anywhere outline-none">
          {ifEmailed(`We’ve sent a link to ${email}. It works once, for one hour.`)}
        </p>
      ) : (
        <BusyButton busy={isBusy} className="btn btn-line" onClick={() => void run()}>
          Send me a link
        </BusyButton>
      )}
      {problem && <p className="text-error text-sm">{problem}</p>}
      {isSent && <OutboxHint />}
    </div>
  )
}
