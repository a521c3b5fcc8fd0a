import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'
import { useNewPassword } from '#web/ui/sign-in/use-new-password.ts'

/** Where a patient without an account makes one, by the link in an email. */
export default function ClaimAccountPage() {
  const token = useLinkToken()
  // A new link starts again.
  return token === undefined ? null : <ClaimAccount token={token ?? ''} />
}

function ClaimAccount({ token }: { token: string }) {
  const { form, field, outcome, isExpired } = useNewPassword(token)
  if (outcome === 'done') return <Made />
  if (isExpired) return <Expired takesFocus={outcome === 'expired'} />
  return (
    <FormCard title="Choose a password" submit="Make my account" {...form} below={null}>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters. With it and your email address you log in."
        required
        {...field('newPassword')}
      />
    </FormCard>
  )
}

function Made() {
  return (
    <MessageCard title="Your account is ready" takesFocus>
      <p>Log in with your email address and your new password to see your appointments.</p>
      <Link to={pages.login} className="btn btn-action">
        Login
      </Link>
    </MessageCard>
  )
}

function Expired({ takesFocus }: { takesFocus: boolean }) {
  return (
    <MessageCard title="This link no longer works" takesFocus={takesFocus}>
      <p>It has been used already, or it’s too old. Sign up with the address that got the email instead.</p>
      <Link to={pages.signup} className="btn btn-action">
        Sign up
      </Link>
    </MessageCard>
  )
}
