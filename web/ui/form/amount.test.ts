import { expect, it } from 'vitest'
import { amountUpTo, anyAmount, anyPrice, optionalAmount, toAmount, wholeAmount } from './amount.ts'

const messageOf = (field: typeof anyAmount, text: string) => field.safeParse(text).error?.issues[0]?.message

it.each([
  [anyAmount, '1,234.50'],
  [anyAmount, ' $59 '],
  [optionalAmount, ''],
  [anyPrice, '20000000'],
  [wholeAmount, '$50'],
  [amountUpTo(59), '59,00'],
])('%# accepts %s', (field, text) => {
  expect(messageOf(field, text)).toBeUndefined()
})

it.each([
  [anyAmount, '', 'An amount such as 59 or 59.50'],
  [anyAmount, '59.999', 'Write at most 2 decimals, such as 59.50'],
  [optionalAmount, '59.999', 'Write at most 2 decimals, such as 59.50'],
  [anyPrice, '20000000.01', 'At most 20,000,000'],
  [wholeAmount, '50.50', 'A whole amount is needed'],
  [amountUpTo(59), '59.01', 'An amount from $0.01 to $59'],
  [amountUpTo(59), '0', 'An amount from $0.01 to $59'],
  [amountUpTo(59), '59 EUR', 'Write the amount in USD'],
])('%# refuses “%s”: %s', (field, text, message) => {
  expect(messageOf(field, text)).toBe(message)
})

it('returns dollars', () => {
  expect(['59', '59,5', '$1,234.50'].map(toAmount)).toEqual([59, 59.5, 1234.5])
})
