import { z } from 'zod/mini'
import { signUp } from './user.ts'

/** Body of `POST /clinic/first-admin`: the token of the link in the server's log, and the first admin. */
export const firstAdmin = z.extend(signUp, { token: z.string('A token is needed').check(z.maxLength(200)) })
export type FirstAdmin = z.input<typeof firstAdmin>

/** Response of `POST /clinic/first-admin`. */
export const setUpResponse = z.object({ success: z.literal(true) })
