import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { signUp as signUpForm } from '#contract/user.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { accountCreated, signUp } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { ContinueWithGoogle, OrDivider } from '#web/ui/form/ContinueWithGoogle.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useOnward } from '#web/ui/sign-in/use-onward.ts'
import { type Origin, useOrigin } from '#web/ui/sign-in/use-origin.ts'

export default function SignUpPage() {
  const session = useSession()
  const { from, barred, email = '', reason } = useOrigin()
  const [registered, setRegistered] = useState<string | null>(null)
  const { form, field, fail } = useServerForm(signUpForm, { name: '', email, password: '' }, async (fields) => {
    setRegistered(null)
    await signUp(fields).catch((error) => {
      if (hasAccount(error)) setRegistered(fields.email)
      throw error
    })
  })
  // A new patient has nothing to go back to, but may have chosen a day.
  const next = from?.startsWith(`${pages.appointment}?`) ? from : pages.appointment

  const hasForm = useOnward(next)
  if (!hasForm) return null

  return (
    <FormCard
      title="Sign Up"
      reason={from === undefined || next === from ? reason : undefined}
      submit="Sign Up"
      {...form}
      busy={form.busy || session.status === 'in'}
      remedy={registered !== null && <Alternatives origin={{ from, barred, email: registered }} />}
      below={
        <>
          <p className="mt-4 text-center">
            <Link to={pages.login} state={{ from, barred } satisfies Origin} className="text-link tap">
              Already have an account? Please login
            </Link>
          </p>
          <OrDivider />
          <ContinueWithGoogle from={next} onRefused={fail} />
        </>
      }
    >
      <Field label="Name" autoComplete="name" required autoFocus {...field('name')} />
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
      <PasswordField autoComplete="new-password" hint="At least 6 characters" required {...field('password')} />
    </FormCard>
  )
}

/** Whether the email has an account now, from before or by this sign-up. */
function hasAccount(error: unknown): boolean {
  const { code } = error instanceof ApiError ? error.problem : {}
  return code === accountCreated || code?.startsWith('USER_ALREADY_EXISTS') === true
}

function Alternatives({ origin }: { origin: Origin }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-5">
      <Link to={pages.login} state={origin} className="text-link tap">
        Log in
      </Link>
      <Link to={pages.forgotPassword} state={origin} className="text-link tap">
        Reset your password
      </Link>
    </p>
  )
}
