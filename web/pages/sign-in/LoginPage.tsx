import { Link, useNavigate } from 'react-router'
import type { Clinic } from '#contract/site/clinic.ts'
import { pages } from '#contract/site/pages.ts'
import { login } from '#contract/user.ts'
import { clinic } from '#web/clinic.ts'
import { signIn } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { ContinueWithGoogle, OrDivider } from '#web/ui/form/ContinueWithGoogle.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useOnward } from '#web/ui/sign-in/use-onward.ts'
import { destinationOf, googleReturn, type Origin, useOrigin } from '#web/ui/sign-in/use-origin.ts'

export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const origin = useOrigin()
  const { from = pages.home, email = '', barred, refused, reason, query } = origin
  const onward: Origin = { from, barred }
  const { form, field, fail, isSubmitted, setValue, clearErrors } = useServerForm(
    login,
    { email, password: '' },
    async (fields) => {
      if (await signIn(fields)) await navigate(pages.secondFactor, { state: onward })
    },
  )
  const hasForm = useOnward(session.status === 'in' ? destinationOf(origin, session.person) : undefined)
  if (!hasForm) return null

  return (
    <FormCard
      title="Login"
      reason={reason}
      submit="Login"
      {...form}
      busy={form.busy || session.status === 'in'}
      error={form.error ?? (isSubmitted ? undefined : refused)}
      below={
        <>
          <div className="mt-4">
            <ContinueWithGoogle from={googleReturn(origin)} onRefused={fail} />
          </div>
          <OrDivider />
          <Link to={pages.signup + query} state={onward} className="btn btn-line w-full">
            Create New Account
          </Link>
          <DemoHint
            onUse={(demo) => {
              clearErrors()
              setValue('email', demo.email)
              setValue('password', demo.password)
            }}
          />
        </>
      }
    >
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
      <PasswordField
        autoComplete="current-password"
        required
        {...field('password')}
        aside={
          <Link to={pages.forgotPassword} state={onward} className="text-link tap text-sm">
            Forgot password?
          </Link>
        }
      />
    </FormCard>
  )
}

type Demo = NonNullable<Clinic['demo']>

/** The demo admin's credentials, in demo mode. In any other mode the server removes them from the built page. */
function DemoHint({ onUse }: { onUse: (demo: Demo) => void }) {
  const { demo } = clinic
  if (!demo) return null
  return (
    <div data-if="demo" className="mt-6 rounded-field bg-base-200 p-4 text-sm">
      <p className="font-bold">Demo admin</p>
      <p className="mt-1 break-all text-quiet">
        {demo.email}
        <br />
        {demo.password}
      </p>
      <button type="button" className="btn btn-line btn-sm mt-3 text-sm" onClick={() => onUse(demo)}>
        Use demo admin
      </button>
    </div>
  )
}
