import * as crypto from 'node:crypto'
import { hashPassword as scryptHash } from 'better-auth/crypto'
import { expect, it, vi } from 'vitest'
import { passwordHashing } from './hash.ts'

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  return { ...real, argon2: vi.fn(real.argon2) }
})

const replaced: [string, string][] = []
const { hash, verify } = passwordHashing(async (old, made) => {
  replaced.push([old, made])
})

it('hashes with Argon2id, 19 MiB, two passes and a random salt, in the PHC format', async () => {
  const [one, other] = await Promise.all([hash('secret1'), hash('secret1')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await verify({ hash: one, password: 'secret1' })).toBe(true)
  expect(await verify({ hash: one, password: 'secret2' })).toBe(false)
  expect(replaced).toEqual([])
})

it('verifies a hash of the reference implementation and replaces one with other parameters', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32 (github.com/P-H-C/phc-winner-argon2, test.c)
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verify({ hash: known, password: 'password' })).toBe(true)
  expect(replaced.pop()).toEqual([known, expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
  expect(await verify({ hash: known, password: 'passwore' })).toBe(false)
  expect(replaced).toEqual([])
})

it('verifies a scrypt hash and replaces it after a correct password', async () => {
  const old = await scryptHash('secret1')
  expect(await verify({ hash: old, password: 'secret2' })).toBe(false)
  expect(replaced).toEqual([])
  expect(await verify({ hash: old, password: 'secret1' })).toBe(true)
  const [from, made = ''] = replaced.pop() ?? []
  expect(from).toBe(old)
  expect(await verify({ hash: made, password: 'secret1' })).toBe(true)
})

it('accepts the same letters in another Unicode normalization', async () => {
  expect(await verify({ hash: await hash('cafe\u0301 1'), password: 'caf\u00e9 1' })).toBe(true)
})

it('hashes two passwords at a time and continues after one that fails', async () => {
  const real = vi.mocked(crypto.argon2).getMockImplementation()
  const most = { running: 0, seen: 0, calls: 0 }
  vi.mocked(crypto.argon2).mockImplementation((_algorithm, _parameters, done) => {
    most.calls += 1
    most.running += 1
    most.seen = Math.max(most.seen, most.running)
    const error = most.calls === 3 ? new Error('no memory') : null
    setImmediate(() => {
      most.running -= 1
      done(error, Buffer.alloc(32))
    })
  })
  const hashed = await Promise.allSettled(Array.from({ length: 10 }, () => hash('secret1')))
  if (real) vi.mocked(crypto.argon2).mockImplementation(real)
  expect(hashed.map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, (_, n) => (n === 2 ? 'rejected' : 'fulfilled')),
  )
  expect(most).toEqual({ running: 0, seen: 2, calls: 10 })
})
