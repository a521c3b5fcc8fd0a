import { z } from 'zod'
import { listQuery } from './list.ts'
import { plainText } from './plain-text.ts'

// RFC 5322 dot-atom before the @, RFC 1035 labels after it, and a top-level domain of two letters or more.
const address =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+([A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/

/** An e-mail address, given on in lower case. At most 254 characters (RFC 5321, 4.5.3.1.3), 64 of them before the @. */
export const email = z
  .string({ error: 'Email is Required' })
  .trim()
  .min(1, { error: 'Email is Required', abort: true })
  .max(254, 'Provide a valid Email')
  .regex(address, 'Provide a valid Email')
  .refine((text) => text.indexOf('@') <= 64, 'Provide a valid Email')
  .toLowerCase()

const password = z
  .string({ error: 'Password is Required' })
  .min(1, { error: 'Password is Required', abort: true })
  .min(6, 'Must be 6 characters or longer')
  .max(128, 'Must be 128 characters or shorter')

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

/** A new password, by the token that was mailed. */
export const passwordReset = z.object({ newPassword: password, token: z.string().min(1).max(256) })
export type PasswordReset = z.infer<typeof passwordReset>

/** The proof that an address is its account's. */
export const verification = z.strictObject({ token: z.string().min(1).max(2_000) })

/** Body of `PUT /user/{email}`. */
export const tokenRequest = z.object({ email })

/** Answer of `PUT /user/{email}`: a signed token (JWT) that is good for one hour. */
export const tokenResponse = z.object({ token: z.string() })

/** Answer of `GET /admin/{email}`. */
export const adminResponse = z.object({ admin: z.boolean() })

/** Somebody with an account, as admins see them. `verified`: whether they have shown that the address is theirs. */
export const listedUser = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'patient']),
  verified: z.boolean(),
})
export type ListedUser = z.infer<typeof listedUser>

/** The orders that `GET /user` knows. */
export const userSort = z.enum(['email', 'name', 'newest', 'admins'], {
  error: 'One of: email, name, newest, admins',
})
export type UserSort = z.infer<typeof userSort>

/** Query of `GET /user`. */
export const userQuery = listQuery.extend({ sort: userSort.default('email') })
export type UserQuery = z.infer<typeof userQuery>

/** Answer of `PUT /user/admin/{email}`: 0 for somebody who was an admin already. */
export const promotion = z.object({ modifiedCount: z.int().min(0) })
