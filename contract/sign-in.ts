import { z } from 'zod'

/** Body of `POST /api/auth/sign-in/google`: the page of ours to come back to, a path with its query. */
export const providerSignIn = z.object({
  from: z
    .string()
    .max(1_000, 'A shorter address')
    .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'A page of this site'),
})

/** Its answer: where to send the browser. */
export const providerStart = z.object({ url: z.url() })

/** Why nobody is signed in when the provider sends the browser back: `refused` in the address of the login screen, beside the
 *  page that was come `from`. */
export const refusal = z.enum(['cancelled', 'unverified', 'password-account', 'expired', 'failed'])
export type Refusal = z.infer<typeof refusal>
