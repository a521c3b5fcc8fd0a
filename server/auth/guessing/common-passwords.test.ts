import { expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.ts'

const isCommon = commonPasswords()

it.each(['123456', 'password', 'Password', 'QWERTY', 'letmein', 'iloveyou', '246810'])('%s is common', async (one) => {
  expect(await isCommon(one)).toBe(true)
})

it.each(['secret1', '12345', 'password ', 'a sound passphrase', 'demo-admin', ''])('"%s" is not', async (one) => {
  expect(await isCommon(one)).toBe(false)
})
