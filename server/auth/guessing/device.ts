import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** An account as devices are told apart for it. A new password makes every device a stranger, whoever has it. */
export type Account = { address: string; passwordHash: string | undefined }

const atMost = 5

/** What a browser keeps that has signed in before: for each account one line, a nonce and the proof that it is ours and this
 *  account's. The newest is first, and five are kept. It does not reveal the account. */
export function openDevices(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'password guessing', 32))
  const mac = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  const lineOf = (nonce: string, { address, passwordHash = '' }: Account) =>
    `${nonce}.${mac('device', nonce, address, passwordHash)}`
  const linesIn = (kept: string) => kept.split('~').filter(Boolean).slice(0, atMost)
  const find = (kept: string, account: Account) =>
    linesIn(kept).find((line) => isSame(line, lineOf(nonceOf(line), account)))

  return {
    /** Names the bucket that attempts from this browser at `account` are counted in: its own, or the one of all strangers. */
    bucketOf: (kept: string, account: Account) => {
      const known = find(kept, account)
      return known ? mac('bucket', account.address, nonceOf(known)) : mac('bucket', account.address)
    },
    /** What the browser keeps from now on. */
    remember: (kept: string, account: Account) => {
      const line = find(kept, account) ?? lineOf(randomBytes(16).toString('base64url'), account)
      const others = linesIn(kept).filter((other) => other !== line)
      return [line, ...others].slice(0, atMost).join('~')
    },
  }
}

function nonceOf(line: string) {
  return line.slice(0, Math.max(line.indexOf('.'), 0))
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
