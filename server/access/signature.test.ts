import { expect, it } from 'vitest'
import { openSigner } from './signature.ts'

const secret = 'a secret of thirty-two characters'

it('accepts the signature of a text', () => {
  const { sign, isSigned } = openSigner(secret, 'tests')
  expect(isSigned('text', sign('text'))).toBe(true)
})

it.each([
  ['of another text', openSigner(secret, 'tests').sign('other')],
  ['with the key of another purpose', openSigner(secret, 'other tests').sign('text')],
  ['with another secret', openSigner(`${secret}!`, 'tests').sign('text')],
  ['that is truncated', openSigner(secret, 'tests').sign('text').slice(0, -1)],
  ['that is empty', ''],
])('refuses a signature %s', (_, signature) => {
  expect(openSigner(secret, 'tests').isSigned('text', signature)).toBe(false)
})
