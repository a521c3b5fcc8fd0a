import type { FirstAdmin } from '#contract/set-up.ts'
import { send } from './http/call.ts'

/** Makes the first admin, by the token of the set-up link. */
export const postFirstAdmin = (body: FirstAdmin) => send('POST /clinic/first-admin', { body })
