import { useState } from 'react'
import { Link } from 'react-router'
import { appCode, recoveryCode } from '#contract/access/second-factor.ts'
import { pages } from '#contract/site/pages.ts'
import { postAppCode, postPasskeySignIn, postRecoveryCode } from '#web/api/second-factor.ts'
import { continueSignIn } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useOnward } from '#web/ui/sign-in/use-onward.ts'
import { destinationOf, type Origin, useOrigin } from '#web/ui/sign-in/use-origin.ts'

/** Continues a sign-in of an account with a second factor. */
export default function SecondFactorPage() {
  const session = useSession()
  const origin = useOrigin()
  const [hasApp, setHasApp] = useState(true)

  const hasForm = useOnward(session.status === 'in' ? destinationOf(origin, session.person) : undefined)
  if (!hasForm) return null
  const Form = hasApp ? AppCodeForm : RecoveryCodeForm
  return <Form origin={origin} onSwitch={() => setHasApp(!hasApp)} />
}

interface CodeFormProps {
  origin: Origin
  onSwitch: () => void
}

function AppCodeForm({ origin, onSwitch }: CodeFormProps) {
  const { form, field, fail } = useServerForm(appCode, { code: '' }, (fields) =>
    continueSignIn(() => postAppCode(fields)),
  )
  return (
    <FormCard
      title="Second step"
      reason="Enter the code that your authenticator app shows for this site."
      submit="Continue"
      {...form}
      below={
        <>
          <Passkey onRefused={fail} />
          <Others origin={origin} onSwitch={onSwitch} label="Use a recovery code" />
        </>
      }
    >
      <Field
        key="app"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        required
        {...field('code')}
      />
    </FormCard>
  )
}

function RecoveryCodeForm({ origin, onSwitch }: CodeFormProps) {
  const { form, field } = useServerForm(recoveryCode, { code: '' }, (fields) =>
    continueSignIn(() => postRecoveryCode(fields)),
  )
  return (
    <FormCard
      title="Second step"
      reason="Enter one of the recovery codes that you saved when you set up your app. Each works once."
      submit="Continue"
      {...form}
      below={<Others origin={origin} onSwitch={onSwitch} label="Use a code of the app" />}
    >
      <Field
        key="recovery"
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={11}
        autoFocus
        required
        {...field('code')}
      />
    </FormCard>
  )
}

function Passkey({ onRefused }: { onRefused: (reason: string) => void }) {
  const { run, isBusy } = useChange(() => continueSignIn(postPasskeySignIn), {
    onFailed: (_error, problem) => onRefused(problem),
  })
  return (
    <BusyButton busy={isBusy} className="btn btn-line mt-4 w-full" onClick={() => void run()}>
      Use a passkey
    </BusyButton>
  )
}

function Others({ origin: { from, barred }, onSwitch, label }: CodeFormProps & { label: string }) {
  return (
    <div className="mt-4 flex flex-wrap justify-center gap-x-6">
      <button type="button" className="text-link py-1" onClick={onSwitch}>
        {label}
      </button>
      <Link to={pages.login} state={{ from, barred } satisfies Origin} className="text-link tap">
        Back to login
      </Link>
    </div>
  )
}
