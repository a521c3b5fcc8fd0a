import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, Navigate } from 'react-router'
import { pages } from '#contract/pages.ts'
import { signUp as signUpForm } from '#contract/user.ts'
import { fieldError, sentence } from '#web/api/client.ts'
import { ContinueWithGoogle } from '#web/components/ContinueWithGoogle.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormCard } from '#web/components/FormCard.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { pageTitle } from '#web/page-title.ts'
import { signUp } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'

export const meta = () => pageTitle('Sign Up')

export default function SignUpPage() {
  const session = useSession()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: { name: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  if (session.status === 'in') return <Navigate to={pages.appointment} replace />

  const submit = handleSubmit(async (form) => {
    await signUp(form).catch((error: unknown) => {
      const message = fieldError(error, 'password')
      if (message) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message: sentence(error) })
    })
  })

  return (
    <FormCard
      title="Sign Up"
      submit="Sign Up"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      below={
        <>
          <p className="mt-4 text-center">
            Already have an account?{' '}
            <Link to={pages.login} className="text-link inline-block py-1">
              Please login
            </Link>
          </p>
          <ContinueWithGoogle from={pages.appointment} onRefused={(message) => setError('root', { message })} />
        </>
      }
    >
      <Field label="Name" autoComplete="name" {...register('name')} error={errors.name?.message} />
      <Field label="Email" type="email" autoComplete="username" {...register('email')} error={errors.email?.message} />
      <PasswordField autoComplete="new-password" {...register('password')} error={errors.password?.message} />
    </FormCard>
  )
}
