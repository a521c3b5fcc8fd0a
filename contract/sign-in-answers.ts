import { z } from 'zod/mini'

// The part of Better Auth's responses that clients may rely on. For the API description only: `relay` does not filter
// by these schemas.

const user = z.looseObject({ id: z.string(), name: z.string(), email: z.string(), emailVerified: z.boolean() })

/** Response to a sign-up, a sign-in or a change of password. */
export const signInResponse = z.looseObject({ user })

/** Response to a sign-out. */
export const signOutResponse = z.object({ success: z.boolean() })

/** Response of `GET /api/auth/get-session`: null for a visitor who is not signed in. */
export const sessionResponse = z.nullable(
  z.looseObject({ user, session: z.looseObject({ expiresAt: z.iso.datetime() }) }),
)

/** Response to a call that returns no data. */
export const statusResponse = z.looseObject({ status: z.boolean() })

/** Response without a body. */
export const noBody = z.undefined()
