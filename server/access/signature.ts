import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs texts with HMAC-SHA-256 and checks signatures in constant time. `purpose` names the key, which is derived from the server's secret,
 *  so that a signature for one purpose is not valid for another. */
export function openSigner(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  /** Returns the signature of a text, in base64url. */
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  return {
    sign,
    /** Tells whether `signature` is that of `text`. */
    isSigned: (text: string, signature: string): boolean => isSame(signature, sign(text)),
  }
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
