import { z } from 'zod/mini'
import { role, roles } from './access/roles.ts'
import { listQuery } from './kit/list.ts'
import { email } from './kit/text/email.ts'
import { plainText } from './kit/text/plain-text.ts'

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

/** Requests an email with a link: to set a new password, or to confirm the address. */
export const mailRequest = z.object({ email })
export type MailRequest = z.infer<typeof mailRequest>

// The database can't store control characters, and our tokens have none.
const withoutControls = z.string().check(z.regex(/^\P{Cc}*$/u, 'Must not contain control characters'))

/** Sets a new password with the token of an email. */
export const passwordReset = z.object({
  newPassword: password,
  token: withoutControls.check(z.minLength(1), z.maxLength(256)),
})
export type PasswordReset = z.infer<typeof passwordReset>

/** Confirms an address with the token of an email. */
export const verification = z.strictObject({ token: withoutControls.check(z.minLength(1), z.maxLength(2_000)) })

/** Body of `PUT /user/{email}`. */
export const tokenRequest = z.object({ email })

/** Response of `PUT /user/{email}`: a JWT that is valid for one hour. */
export const tokenResponse = z.object({ token: z.string() })

/** Response of `GET /admin/{email}`. */
export const adminResponse = z.object({ admin: z.boolean() })

/** A user in the response of `GET /user`. `verified`: the user has confirmed the email. */
export const listedUser = z.object({
  name: z.string(),
  email: z.string(),
  role,
  verified: z.boolean(),
})

/** The same as a page parses it. Only the email is required; any role but 'admin' becomes 'patient'. */
export const receivedUser = z.extend(listedUser, {
  name: z.catch(listedUser.shape.name, ''),
  role: z.catch(role, roles.patient),
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

/** Query of `PUT /user/admin/{email}`. `unconfirmed`: the admin knows that the email is not confirmed. */
export const promotionQuery = z.object({ unconfirmed: z._default(z.stringbool({ error: 'true or false' }), false) })

/** Response of `PUT` and `DELETE /user/admin/{email}`: 0 if the user already has the role or does not exist. */
export const roleChange = z.object({ modifiedCount: z.int().check(z.gte(0)) })
