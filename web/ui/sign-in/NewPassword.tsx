import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { pages } from '#contract/site/pages.ts'
import { passwordReset } from '#contract/user.ts'
import { postPasswordReset } from '#web/api/auth.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { MessageCard } from '../feedback/MessageCard.tsx'
import { FormCard } from '../form/FormCard.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useServerForm } from '../form/use-server-form.ts'
import { useForgetLinkToken, useLinkToken } from '../link/use-link-token.ts'

interface Words {
  title: string
  submit: string
  label: string
  hint: string
  /** The card once the password is set. */
  done: { title: string; text: string }
  /** The card of a link that has no token, was used, or is too old, and where it leads. */
  expired: { text: string; to: string; action: string }
}

interface NewPasswordProps {
  words: Words
  /** Runs once the password is set. */
  onDone?: () => Promise<void>
}

/** A page that sets a password by the token of an emailed link. */
export function NewPassword(props: NewPasswordProps) {
  const token = useLinkToken()
  // With a new link the page starts again: its token is unknown for a moment.
  return token === undefined ? null : <ByToken token={token ?? ''} {...props} />
}

const fields = z.pick(passwordReset, { newPassword: true })

function ByToken({ token, words, onDone }: NewPasswordProps & { token: string }) {
  const [outcome, setOutcome] = useState<'done' | 'expired'>()
  useForgetLinkToken(outcome !== undefined)
  const { form, field } = useServerForm(fields, { newPassword: '' }, async ({ newPassword }) => {
    try {
      await postPasswordReset({ newPassword, token })
    } catch (error) {
      if (!(error instanceof ApiError && error.problem.code === 'INVALID_TOKEN')) throw error
      return setOutcome('expired')
    }
    await onDone?.()
    setOutcome('done')
  })
  const { title, submit, label, hint, done, expired } = words
  if (outcome === 'done') {
    return (
      <MessageCard title={done.title} takesFocus>
        <p>{done.text}</p>
        <Link to={pages.login} className="btn btn-action">
          Login
        </Link>
      </MessageCard>
    )
  }
  if (outcome === 'expired' || !passwordReset.shape.token.safeParse(token).success) {
    return (
      <MessageCard title="This link no longer works" takesFocus={outcome === 'expired'}>
        <p>{expired.text}</p>
        <Link to={expired.to} className="btn btn-action">
          {expired.action}
        </Link>
      </MessageCard>
    )
  }
  return (
    <FormCard title={title} submit={submit} {...form} below={null}>
      <PasswordField label={label} autoComplete="new-password" hint={hint} required {...field('newPassword')} />
    </FormCard>
  )
}
