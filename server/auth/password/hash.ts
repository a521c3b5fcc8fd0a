import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

// OWASP, Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes and one lane. `memory` is in KiB.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32
// Two of libuv's four threads: the others stay free for files and for the signatures of cookies.
const atOnce = 2

type Cost = typeof cost

/** Hashes and verifies passwords, two at a time. `replace` stores a new hash of the same password in place of one that was made
 *  another way; it is called when the old one was just verified. */
export function passwordHashing(replace: (old: string, hash: string) => Promise<void>) {
  const inTurn = pLimit(atOnce)
  const hash = (password: string) => inTurn(() => hashNow(password))

  return {
    hash,
    verify: async ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> => {
      const right = await inTurn(() => verifyNow(stored, password))
      if (right && isOutdated(stored)) await replace(stored, await hash(password))
      return right
    },
  }
}

async function hashNow(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  return format(cost, salt, await derive(password, salt, cost, tagLength))
}

async function verifyNow(stored: string, password: string): Promise<boolean> {
  const parsed = parse(stored)
  // Not ours: scrypt as Better Auth makes it, from before Argon2id.
  if (!parsed) return verifyPassword({ hash: stored, password })
  const { salt, tag, ...rest } = parsed
  return timingSafeEqual(await derive(password, salt, rest, tag.length), tag)
}

function isOutdated(stored: string) {
  return !stored.startsWith(prefixOf(cost))
}

function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, length: number) {
  const message = password.normalize('NFKC')
  return new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength: length }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    )
  })
}

// The PHC string format: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function prefixOf({ memory, passes, parallelism }: Cost) {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
}

function format(by: Cost, salt: Buffer, tag: Buffer) {
  return `${prefixOf(by)}${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replace(/=+$/, '')
}

function parse(stored: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? []
  if (!memory) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
