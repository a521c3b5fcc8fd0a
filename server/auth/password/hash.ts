import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

// As the OWASP Password Storage Cheat Sheet recommends. `memory` is in KiB.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32
// Two of libuv's four threads. The others stay free for files and cookie signatures.
const concurrency = 2

type Cost = typeof cost

/** Returns functions that hash and verify passwords, two at a time. After `verify` has accepted a hash with other
 *  parameters, it calls `replace` to store a new hash of the same password. */
export function passwordHashing(replace: (old: string, hash: string) => Promise<void>) {
  const limit = pLimit(concurrency)
  const hash = (password: string) => limit(() => hashNow(password))

  return {
    hash,
    verify: async ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> => {
      const isCorrect = await limit(() => verifyNow(stored, password))
      if (isCorrect && isOutdated(stored)) await replace(stored, await hash(password))
      return isCorrect
    },
  }
}

async function hashNow(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  return format(salt, await derive(password, salt, cost, tagLength))
}

async function verifyNow(stored: string, password: string): Promise<boolean> {
  const parsed = parse(stored)
  // Better Auth's scrypt hash, from before we used Argon2id.
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

function format(salt: Buffer, tag: Buffer) {
  return `${prefixOf(cost)}${unpadded(salt)}$${unpadded(tag)}`
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
