import { z } from 'zod/mini'
import { login, passwordReset } from './user.ts'

/** Answer of `GET /api/auth/account`. `password`: the account's own, none (it was made with Google), or one that is advertised and
 *  can't be changed. */
export const account = z.object({ emailConfirmed: z.boolean(), password: z.enum(['own', 'none', 'advertised']) })
export type Account = z.infer<typeof account>

/** A device that is signed in: one session. `address` is the IP address it signed in from, of IPv6 only the network; use is
 *  noted once a day, so that `lastUsed` may be up to a day behind. */
export const device = z.object({
  id: z.string(),
  name: z.string(),
  address: z.nullable(z.string()),
  signedIn: z.iso.datetime(),
  lastUsed: z.iso.datetime(),
  present: z.boolean(),
})
export type Device = z.infer<typeof device>

/** Names a device in `DELETE /api/auth/devices/{id}`. */
export const deviceId = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^\P{Cc}*$/u, 'Must not contain control characters')),
})

/** A new password in place of the current one. */
export const passwordChange = z.object({
  currentPassword: login.shape.password,
  newPassword: passwordReset.shape.newPassword,
})
export type PasswordChange = z.infer<typeof passwordChange>
