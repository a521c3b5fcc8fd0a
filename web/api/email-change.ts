import type { EmailChange } from '#contract/account.ts'
import { send } from './http/call.ts'

/** Emails a link to the account's new address, which counts once the link is opened. */
export const postEmailChange = (form: EmailChange) => send('POST /api/auth/email', { body: form })

/** Confirms a new address by the token of its link. */
export const postEmailConfirmation = (token: string) => send('POST /api/auth/email/confirm', { body: { token } })
