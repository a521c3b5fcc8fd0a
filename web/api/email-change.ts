import { queryOptions } from '@tanstack/react-query'
import { type EmailChange, pendingEmail } from '#contract/account.ts'
import { call, send } from './http/call.ts'

/** The new email that the account waits for. */
export const pendingEmailQuery = queryOptions({
  queryKey: ['pending-email'],
  queryFn: () => call('GET /api/auth/email', pendingEmail),
  meta: { endsSession: true },
})

/** Withdraws it. */
export const deleteEmailChange = () => send('DELETE /api/auth/email')

/** Emails a link to the account's new address, which counts once the link is opened. */
export const postEmailChange = (form: EmailChange) => send('POST /api/auth/email', { body: form })

/** Confirms a new address by the token of its link. */
export const postEmailConfirmation = (token: string) => send('POST /api/auth/email/confirm', { body: { token } })
