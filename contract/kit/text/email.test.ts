import fc from 'fast-check'
import { expect, it } from 'vitest'
import { email } from './email.ts'

it('accepts every address that the specification’s pattern accepts', () => {
  const pattern = /^[a-z0-9]+@[a-z]+\.[a-z]{2,3}$/
  const addresses = fc.stringMatching(pattern).filter((text) => text.length <= 60)
  fc.assert(fc.property(addresses, (text) => void expect(email.parse(text)).toBe(text)))
})

it.each([
  'ann+teeth@clinic-north.example',
  "o'brien@x.com",
  'a.b@mail.co.uk',
  'x@1and1.com',
  'x@xn--bcher-kva.example',
  'x@y.photography',
])('accepts %s', (text) => {
  expect(email.parse(text)).toBe(text)
})

it.each(['abc', 'a@b', 'a@b.c', '@x.com', 'a b@x.com', 'a@x..com', '.a@x.com', 'a@-x.com', `${'a'.repeat(65)}@x.com`])(
  'rejects %s',
  (text) => {
    expect(email.safeParse(text).error?.issues[0]?.message).toBe('Provide a valid Email')
  },
)

it('stores addresses in lower case', () => {
  expect(email.parse(' Ann@Example.COM ')).toBe('ann@example.com')
})
