import { Link, Navigate, useLocation } from 'react-router'
import { z } from 'zod'
import { pages } from '#contract/pages.ts'
import { login } from '#contract/user.ts'
import { ContinueWithGoogle } from '#web/components/ContinueWithGoogle.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormCard } from '#web/components/FormCard.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { useServerForm } from '#web/components/use-server-form.ts'
import { publicPage } from '#web/public-page.ts'
import { signIn } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { DemoHint } from './DemoHint.tsx'
import { useReturn } from './use-return.ts'

const origin = z.object({ from: z.string().startsWith('/') })

export const meta = () =>
  publicPage(pages.login, 'Login', 'Log in to book an appointment, see the ones you have and pay for them.')

export default function LoginPage() {
  const session = useSession()
  const cameFrom = origin.safeParse(useLocation().state)
  const returned = useReturn()
  const { form, field, fail, isSubmitted, setValue, clearErrors } = useServerForm(
    login,
    { email: '', password: '' },
    signIn,
  )
  const from = cameFrom.data?.from ?? returned.from ?? pages.home

  if (session.status === 'in') return <Navigate to={from} replace />

  return (
    <FormCard
      title="Login"
      submit="Login"
      {...form}
      error={form.error ?? (isSubmitted ? undefined : returned.reason)}
      below={
        <>
          <p className="mt-4 text-center">
            <Link to={pages.forgotPassword} className="text-link inline-block py-1">
              Forgot password?
            </Link>
          </p>
          <p className="mt-1 text-center">
            <Link to={pages.signup} className="text-link inline-block py-1">
              Create New Account
            </Link>
          </p>
          <ContinueWithGoogle from={from} onRefused={fail} />
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
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
      <PasswordField autoComplete="current-password" {...field('password')} />
    </FormCard>
  )
}
