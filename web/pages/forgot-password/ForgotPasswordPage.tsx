import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'
import { mailRequest } from '#contract/user.ts'
import { postResetRequest } from '#web/api/auth.ts'
import { Field } from '#web/components/Field.tsx'
import { FormCard } from '#web/components/FormCard.tsx'
import { MessageCard } from '#web/components/MessageCard.tsx'
import { OutboxHint } from '#web/components/OutboxHint.tsx'
import { useServerForm } from '#web/components/use-server-form.ts'
import { pageTitle } from '#web/page-title.ts'

export const meta = () => pageTitle('Forgot password')

export default function ForgotPasswordPage() {
  const { form, field, isDone } = useServerForm(mailRequest, { email: '' }, postResetRequest)

  if (isDone) {
    return (
      <MessageCard title="Look into your mail" isNews>
        <p>If there is an account with this address, a mail is on its way.</p>
        <p className="text-quiet text-sm">
          Its link works once, for one hour. Nothing there? Look into the spam folder too.
        </p>
        <OutboxHint />
        <BackToLogin />
      </MessageCard>
    )
  }

  return (
    <FormCard
      title="Forgot password"
      submit="Send me a link"
      {...form}
      below={
        <div className="mt-4 text-center">
          <BackToLogin />
        </div>
      }
    >
      <p className="text-quiet">
        Tell us the address of your account, and we send you a link to choose a new password.
      </p>
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
    </FormCard>
  )
}

function BackToLogin() {
  return (
    <p>
      <Link to={pages.login} className="text-link inline-block py-1">
        Back to login
      </Link>
    </p>
  )
}
