import { createHmac } from 'node:crypto'
import { isSameText } from '#server/access/signature.ts'
import { cookiePrefix } from './better-auth.ts'

const ours = new RegExp(`^(__Host-)?${cookiePrefix}\\.`)
/** A value and its signature, as Better Auth signs cookies: HMAC-SHA-256 in base64. */
const signed = /^(.*)\.([A-Za-z0-9+/]{43}=)$/

/** Signs the cookies of a request again that were signed with the previous secret, so that nobody is signed out by a
 *  change of the secret. Returns the header with these cookies replaced. */
export function renewSignatures(cookieHeader: string, { current, previous }: { current: string; previous: string }) {
  return cookieHeader
    .split(/;\s*/)
    .map((pair) => {
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      const [, value, signature] = signed.exec(decoded(pair.slice(at + 1))) ?? []
      if (!ours.test(name) || value === undefined || signature === undefined) return pair
      if (!isSameText(signature, sign(value, previous))) return pair
      return `${name}=${encodeURIComponent(`${value}.${sign(value, current)}`)}`
    })
    .join('; ')
}

const sign = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64')

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
