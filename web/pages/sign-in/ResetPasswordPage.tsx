import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { forget } from '#web/session/session.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useLinkToken } from '#web/ui/sign-in/use-link-token.ts'
import { useNewPassword } from '#web/ui/sign-in/use-new-password.ts'

export default function ResetPasswordPage() {
  const token = useLinkToken()
  // A new link starts again.
  return token === undefined ? null : <ResetPassword token={token ?? ''} />
}

function ResetPassword({ token }: { token: string }) {
  // The server has ended every session, including this browser's.
  const { form, field, outcome, isExpired } = useNewPassword(token, forget)
  if (outcome === 'done') return <Changed />
  if (isExpired) return <Expired takesFocus={outcome === 'expired'} />
  return (
    <FormCard title="Choose a new password" submit="Change password" {...form} below={null}>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters. Changing it signs you out everywhere."
        required
        {...field('newPassword')}
      />
    </FormCard>
  )
}

function Changed() {
  return (
    <MessageCard title="Your password was changed" takesFocus>
      <p>You’re signed out everywhere. Please log in with your new password.</p>
      <Link to={pages.login} className="btn btn-action">
        Login
      </Link>
    </MessageCard>
  )
}

function Expired({ takesFocus }: { takesFocus: boolean }) {
  return (
    <MessageCard title="This link no longer works" takesFocus={takesFocus}>
      <p>It has been used already, or it’s too old. Your password hasn’t changed.</p>
      <Link to={pages.forgotPassword} className="btn btn-action">
        Ask for a new link
      </Link>
    </MessageCard>
  )
}
