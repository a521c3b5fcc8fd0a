import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { pages } from '#contract/site/pages.ts'
import { passwordReset } from '#contract/user.ts'
import { isExpiredLink, postPasswordReset } from '#web/api/auth.ts'
import { forget } from '#web/session/session.ts'
import { MessageCard } from '#web/ui/feedback/MessageCard.tsx'
import { FormCard } from '#web/ui/form/FormCard.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useForgetLinkToken, useLinkToken } from '#web/ui/sign-in/use-link-token.ts'

const fields = z.pick(passwordReset, { newPassword: true })
const isToken = (text: string) => passwordReset.shape.token.safeParse(text).success

export default function ResetPasswordPage() {
  const token = useLinkToken()
  // A new link starts again.
  return token === undefined ? null : <ResetPassword token={token ?? ''} />
}

function ResetPassword({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null)
  useForgetLinkToken(outcome !== null)
  const { form, field } = useServerForm(fields, { newPassword: '' }, async ({ newPassword }) => {
    try {
      await postPasswordReset({ newPassword, token })
    } catch (error) {
      if (!isExpiredLink(error)) throw error
      return setOutcome('expired')
    }
    // The server has ended every session, including this browser's.
    await forget()
    setOutcome('changed')
  })

  if (outcome === 'changed') return <Changed />
  if (outcome === 'expired' || !isToken(token)) return <Expired takesFocus={outcome === 'expired'} />
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
