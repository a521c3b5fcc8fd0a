import { hashPassword as scryptHash } from 'better-auth/crypto'
import { expect, it } from 'vitest'
import { passwordHashing } from './hash.ts'

const replaced: [string, string][] = []
const { hash, verify } = passwordHashing(async (old, made) => {
  replaced.push([old, made])
})

it('hashes by Argon2id with 19 MiB, two passes and a salt of its own, in the PHC format', async () => {
  const [one, other] = await Promise.all([hash('secret1'), hash('secret1')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await verify({ hash: one, password: 'secret1' })).toBe(true)
  expect(await verify({ hash: one, password: 'secret2' })).toBe(false)
  expect(replaced).toEqual([])
})

it('verifies what the reference implementation made, and replaces it when the cost was another', async () => {
  // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32 (github.com/P-H-C/phc-winner-argon2, test.c)
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verify({ hash: known, password: 'password' })).toBe(true)
  expect(replaced.pop()).toEqual([known, expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
  expect(await verify({ hash: known, password: 'passwore' })).toBe(false)
  expect(replaced).toEqual([])
})

it('verifies a hash by scrypt, and replaces it once the password was right', async () => {
  const old = await scryptHash('secret1')
  expect(await verify({ hash: old, password: 'secret2' })).toBe(false)
  expect(replaced).toEqual([])
  expect(await verify({ hash: old, password: 'secret1' })).toBe(true)
  const [from, made = ''] = replaced.pop() ?? []
  expect(from).toBe(old)
  expect(await verify({ hash: made, password: 'secret1' })).toBe(true)
})

it('takes the same letters, however a keyboard composes them', async () => {
  expect(await verify({ hash: await hash('cafe\u0301 1'), password: 'caf\u00e9 1' })).toBe(true)
})
