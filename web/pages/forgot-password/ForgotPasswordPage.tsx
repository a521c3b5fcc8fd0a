import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'
import { mailRequest } from '#contract/user.ts'
import { postResetRequest } from '#web/api/auth.ts'
import { sentence } from '#web/api/client.ts'
import { Field } from '#web/components/Field.tsx'
import { FormCard } from '#web/components/FormCard.tsx'
import { MessageCard } from '#web/components/MessageCard.tsx'
import { OutboxHint } from '#web/components/OutboxHint.tsx'
import { pageTitle } from '#web/page-title.ts'

export const meta = () => pageTitle('Forgot password')

export default function ForgotPasswordPage() {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(mailRequest),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  const submit = handleSubmit(async (form) => {
    await postResetRequest(form).catch((error: unknown) => setError('root', { message: sentence(error) }))
  })

  if (isSubmitSuccessful && !errors.root) {
    return (
      <MessageCard title="Look into your mail">
        <p>If there is an account with this address, a mail is on its way.</p>
        <p className="text-quiet text-sm">Its link works once, for one hour. Nothing there? Have a look at the spam.</p>
        <OutboxHint />
        <BackToLogin />
      </MessageCard>
    )
  }

  return (
    <FormCard
      title="Forgot password"
      submit="Send me a link"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
      below={<BackToLogin />}
    >
      <p className="text-quiet">
        Tell us the address of your account, and we send you a link to choose a new password.
      </p>
      <Field label="Email" type="email" autoComplete="username" {...register('email')} error={errors.email?.message} />
    </FormCard>
  )
}

function BackToLogin() {
  return (
    <p className="mt-4 text-center">
      <Link to={pages.login} className="text-link inline-block py-1">
        Back to login
      </Link>
    </p>
  )
}
