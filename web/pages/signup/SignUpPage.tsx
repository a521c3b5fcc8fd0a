import { Link, Navigate } from 'react-router'
import { pages } from '#contract/pages.ts'
import { signUp as signUpForm } from '#contract/user.ts'
import { ContinueWithGoogle } from '#web/components/ContinueWithGoogle.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormCard } from '#web/components/FormCard.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { useServerForm } from '#web/components/use-server-form.ts'
import { publicPage } from '#web/public-page.ts'
import { signUp } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'

export const meta = () =>
  publicPage(
    pages.signup,
    'Sign Up',
    'Make an account to book an appointment online: a name, an e-mail address, a password.',
  )

export default function SignUpPage() {
  const session = useSession()
  const { form, field, fail } = useServerForm(signUpForm, { name: '', email: '', password: '' }, signUp)

  if (session.status === 'in') return <Navigate to={pages.appointment} replace />

  return (
    <FormCard
      title="Sign Up"
      submit="Sign Up"
      {...form}
      below={
        <>
          <p className="mt-4 text-center">
            Already have an account?{' '}
            <Link to={pages.login} className="text-link inline-block py-1">
              Please login
            </Link>
          </p>
          <ContinueWithGoogle from={pages.appointment} onRefused={fail} />
        </>
      }
    >
      <Field label="Name" autoComplete="name" {...field('name')} />
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
      <PasswordField autoComplete="new-password" {...field('password')} />
    </FormCard>
  )
}
