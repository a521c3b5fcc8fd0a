import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useLocation } from 'react-router'
import { z } from 'zod'
import { pages } from '#contract/pages.ts'
import { login } from '#contract/user.ts'
import { sentence } from '#web/api/client.ts'
import { ContinueWithGoogle } from '#web/components/ContinueWithGoogle.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormCard } from '#web/components/FormCard.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { pageTitle } from '#web/page-title.ts'
import { signIn } from '#web/session/session.ts'
import { useSession } from '#web/session/store.ts'
import { DemoHint } from './DemoHint.tsx'
import { useReturn } from './use-return.ts'

const origin = z.object({ from: z.string().startsWith('/') })

export const meta = () => pageTitle('Login')

export default function LoginPage() {
  const session = useSession()
  const cameFrom = origin.safeParse(useLocation().state)
  const returned = useReturn()
  const { register, handleSubmit, setError, setValue, clearErrors, formState } = useForm({
    resolver: zodResolver(login),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting, isSubmitted } = formState
  const from = cameFrom.data?.from ?? returned.from ?? pages.home

  if (session.status === 'in') return <Navigate to={from} replace />

  const submit = handleSubmit(async (form) => {
    await signIn(form).catch((error: unknown) => setError('root', { message: sentence(error) }))
  })

  return (
    <FormCard
      title="Login"
      submit="Login"
      busy={isSubmitting}
      error={errors.root?.message ?? (isSubmitted ? undefined : returned.reason)}
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
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
          <ContinueWithGoogle from={from} onRefused={(message) => setError('root', { message })} />
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
      <Field label="Email" type="email" autoComplete="username" {...register('email')} error={errors.email?.message} />
      <PasswordField autoComplete="current-password" {...register('password')} error={errors.password?.message} />
    </FormCard>
  )
}
