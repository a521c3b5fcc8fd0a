import { z } from 'zod/mini'
import { listQuery } from './kit/list.ts'
import { plainText } from './kit/text/plain-text.ts'

// RFC 5322 dot-atom before the @, RFC 1035 labels after it, and a top-level domain of two letters or more.
const address =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/

/** An email address, converted to lower case. At most 254 characters (RFC 5321, 4.5.3.1.3), 64 of them before the @. */
export const email = z.string({ error: 'Email is Required' }).check(
  z.trim(),
  z.minLength(1, { error: 'Email is Required', abort: true }),
  z.maxLength(254, 'Provide a valid Email'),
  z.regex(address, 'Provide a valid Email'),
  z.refine((text) => text.indexOf('@') <= 64, 'Provide a valid Email'),
  z.toLowerCase(),
)

const password = z
  .string({ error: 'Password is Required' })
  .check(
    z.minLength(1, { error: 'Password is Required', abort: true }),
    z.minLength(6, 'Must be 6 characters or longer'),
    z.maxLength(128, 'Must be 128 characters or shorter'),
  )

/** The login form. */
export const login = z.object({ email, password })
export type Login = z.infer<typeof login>

/** The sign-up form. */
export const signUp = z.object({
  name: plainText('Name is Required', 100),
  email,
  password,
})
export type SignUp = z.infer<typeof signUp>

/** Asks for something to be mailed to an address: a way to a new password, or to confirm it. */
export const mailRequest = z.object({ email })
export type MailRequest = z.infer<typeof mailRequest>

// The database can't hold them, and no token of ours has one.
const withoutControls = z.string().check(z.regex(/^\P{Cc}*$/u, 'Must not contain control characters'))

/** A new password, by the token that was mailed. */
export const passwordReset = z.object({
  newPassword: password,
  token: withoutControls.check(z.minLength(1), z.maxLength(256)),
})
export type PasswordReset = z.infer<typeof passwordReset>

/** The proof that an address is its account's. */
export const verification = z.strictObject({ token: withoutControls.check(z.minLength(1), z.maxLength(2_000)) })

/** Body of `PUT /user/{email}`. */
export const tokenRequest = z.object({ email })

/** Answer of `PUT /user/{email}`: a signed token (JWT) that is good for one hour. */
export const tokenResponse = z.object({ token: z.string() })

/** Answer of `GET /admin/{email}`. */
export const adminResponse = z.object({ admin: z.boolean() })

/** A user in the response of `GET /user`. `verified`: they have confirmed that the address is theirs. */
export const listedUser = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'patient']),
  verified: z.boolean(),
})

/** The same as a page reads it. Only the address is required; any role but 'admin' is that of a patient. */
export const receivedUser = z.extend(listedUser, {
  name: z.catch(listedUser.shape.name, ''),
  role: z.catch(listedUser.shape.role, 'patient'),
  verified: z.catch(listedUser.shape.verified, true),
})
export type ReceivedUser = z.infer<typeof receivedUser>

/** The sort orders of `GET /user`. */
const userSort = z.enum(['email', 'name', 'newest', 'admins'], {
  error: 'One of: email, name, newest, admins',
})
export type UserSort = z.infer<typeof userSort>

/** Query of `GET /user`. */
export const userQuery = z.extend(listQuery, { sort: z._default(userSort, 'email') })
export type UserQuery = z.infer<typeof userQuery>

/** Response of `PUT` and `DELETE /user/admin/{email}`: the number of users changed, 0 if they had that role already or don't exist. */
export const roleChange = z.object({ modifiedCount: z.int().check(z.gte(0)) })
