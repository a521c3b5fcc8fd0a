import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { mailRequest } from '#contract/user.ts'
import { postResetRequest } from '#web/api/auth.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { OutboxHint } from '#web/ui/form/OutboxHint.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { type Origin, useOrigin } from '#web/ui/sign-in/use-origin.ts'
import { emailNote } from '#web/unsent.ts'

export default function ForgotPasswordPage() {
  const { from, barred, email = '' } = useOrigin()
  const { form, field, isDone } = useServerForm(mailRequest, { email }, postResetRequest)

  if (isDone) {
    return (
      <MessageCard title="Check your email" takesFocus>
        <p>If that address has an account, we’ve sent a link.</p>
        <p className="empty:hidden">{emailNote()}</p>
        <p className="text-quiet text-sm">The link works once, for one hour. Can’t find it? Check your spam folder.</p>
        <OutboxHint />
        <BackToLogin from={from} barred={barred} />
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
          <BackToLogin from={from} barred={barred} />
        </div>
      }
    >
      <p className="text-quiet">Enter your email, and we’ll send you a link to choose a new password.</p>
      <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
    </FormCard>
  )
}

function BackToLogin({ from, barred }: Origin) {
  return (
    <p>
      <Link to={pages.login} state={{ from, barred } satisfies Origin} className="text-link tap">
        Back to login
      </Link>
    </p>
  )
}
