import { useState } from 'react'
import { z } from 'zod/mini'
import { passwordReset } from '#contract/user.ts'
import { postPasswordReset } from '#web/api/auth.ts'
import { ApiError } from '#web/api/http/errors.ts'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useForgetLinkToken } from './use-link-token.ts'

const fields = z.pick(passwordReset, { newPassword: true })

/** The form that sets a password by the token of an emailed link. `outcome` is null until the server has
 *  answered; `isExpired`: the link has no token, was used, or is too old. `onDone` runs once the password is set. */
export function useNewPassword(token: string, onDone: () => Promise<void> = async () => {}) {
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null)
  useForgetLinkToken(outcome !== null)
  const { form, field } = useServerForm(fields, { newPassword: '' }, async ({ newPassword }) => {
    try {
      await postPasswordReset({ newPassword, token })
    } catch (error) {
      if (!(error instanceof ApiError && error.problem.code === 'INVALID_TOKEN')) throw error
      return setOutcome('expired')
    }
    await onDone()
    setOutcome('done')
  })
  const isToken = passwordReset.shape.token.safeParse(token).success
  return { form, field, outcome, isExpired: outcome === 'expired' || !isToken }
}
