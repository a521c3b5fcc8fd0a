import { expect, it } from 'vitest'
import { fromProviderAmount, toProviderAmount } from './provider-amount.ts'

it.each([
  ['usd', 59_50, 5_950],
  ['eur', 59_00, 5_900],
  ['jpy', 5_000_00, 5_000],
  ['KWD', 12_50, 12_500],
  ['isk', 5_000_00, 500_000],
  ['ugx', 5_00, 500],
  ['mga', 100_00, 100],
  ['huf', 17_500, 17_500],
])('an amount in %s of %i hundredths is %i at the provider', (currency, cents, amount) => {
  expect(toProviderAmount(cents, currency)).toBe(amount)
  expect(fromProviderAmount(amount, currency)).toBe(cents)
})

it('there is no half yen', () => {
  expect(() => toProviderAmount(50, 'jpy')).toThrow('There is no such amount in jpy')
})
