import { z } from 'zod/mini'

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
