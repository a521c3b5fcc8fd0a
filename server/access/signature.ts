import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'

/** Signs texts with HMAC-SHA-256 and checks signatures in constant time. `purpose` names the key, which is derived from
 *  the server's secret, so that a signature for one purpose is not valid for another. Signatures of the `previous`
 *  secret are valid, too. */
export function openSigner(secret: string, purpose: string, previous?: string) {
  const keys = [secret, previous]
    .filter((each) => each !== undefined)
    .map((each) => Buffer.from(hkdfSync('sha256', each, '', purpose, 32)))
  const signatures = (text: string) => keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'))
  /** Returns the signature of a text, in base64url. */
  const sign = (text: string): string => signatures(text)[0] ?? ''
  return {
    sign,
    /** Tells whether `signature` is that of `text`. */
    isSigned: (text: string, signature: string): boolean =>
      signatures(text).some((valid) => isSameText(signature, valid)),
  }
}

/** Issues and reads tokens for links in emails. A token is a signature and what it signs: `contents` as JSON. */
export function openSignedTokens<Contents>(
  { secret, previous }: { secret: string; previous: string | undefined },
  purpose: string,
  contents: z.ZodType<Contents>,
) {
  const { sign, isSigned } = openSigner(secret, purpose, previous)
  return {
    issue: (signed: Contents): string => {
      const payload = Buffer.from(JSON.stringify(signed)).toString('base64url')
      // The payload comes last: it ends in a letter or digit. Email apps leave other characters out of the links that
      // they find in plain text.
      return `${sign(payload)}.${payload}`
    },
    /** Returns what a token signs; undefined unless this server has issued it. */
    read: (token: string): Contents | undefined => {
      const [signature = '', payload = '', ...more] = token.split('.')
      if (more.length > 0 || !isSigned(payload, signature)) return undefined
      return contents.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    },
  }
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSameText(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
