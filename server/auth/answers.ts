import { z } from 'zod'

// What Better Auth answers, as far as a client may count on it. They describe: a relayed answer is sent as it came.

const person = z.looseObject({ id: z.string(), name: z.string(), email: z.string(), emailVerified: z.boolean() })

/** Answer of a sign-up, a sign-in and a change of password. */
export const signedIn = z.looseObject({ user: person })

/** Answer of a sign-out. */
export const signedOut = z.object({ success: z.boolean() })

/** Answer of `GET /api/auth/get-session`, null when nobody is signed in. */
export const liveSession = z
  .looseObject({ user: person, session: z.looseObject({ expiresAt: z.iso.datetime() }) })
  .nullable()

/** Answer of what has nothing more to say. */
export const done = z.looseObject({ status: z.boolean() })

/** No body at all. */
export const noBody = z.undefined()
