import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isSameText } from '#server/access/signature.ts'

/** The account that an entry of a device cookie is valid for. A new password invalidates all its entries. */
export type Account = { email: string; passwordHash: string | undefined }

const maxEntries = 5

/** Issues and verifies device cookies. The cookie of a browser that has signed in before has one entry for each
 *  account, newest first: a nonce and a MAC that proves that we issued it for this account. It does not reveal the
 *  account. */
export function openDevices(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'password guessing', 32))
  const mac = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  const toEntry = (nonce: string, { email, passwordHash = '' }: Account) =>
    `${nonce}.${mac('device', nonce, email, passwordHash)}`
  const entriesIn = (cookie: string) => cookie.split('~').filter(Boolean).slice(0, maxEntries)
  const find = (cookie: string, account: Account) =>
    entriesIn(cookie).find((entry) => isSameText(entry, toEntry(nonceOf(entry), account)))

  return {
    /** Returns the bucket that counts this browser's attempts at `account`: its own, or the one that all unknown
     *  browsers share. */
    bucketOf: (cookie: string, account: Account) => {
      const known = find(cookie, account)
      return known ? mac('bucket', account.email, nonceOf(known)) : mac('bucket', account.email)
    },
    /** Returns the cookie with `account` as its newest entry. */
    remember: (cookie: string, account: Account) => {
      const entry = find(cookie, account) ?? toEntry(randomBytes(16).toString('base64url'), account)
      const others = entriesIn(cookie).filter((other) => other !== entry)
      return [entry, ...others].slice(0, maxEntries).join('~')
    },
  }
}

function nonceOf(entry: string) {
  return entry.slice(0, Math.max(entry.indexOf('.'), 0))
}
