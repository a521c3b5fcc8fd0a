import fc from 'fast-check'
import { expect, it } from 'vitest'
import { us } from '#testbed/us.ts'
import { formatCents, formatDollars, toCents, toDollars } from './money.ts'

it('every amount in cents survives the conversion to JSON and back', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(cents, (amount) => void expect(toCents(JSON.parse(JSON.stringify(toDollars(amount))))).toBe(amount)),
  )
})

it.each([
  [19.99, 1999],
  [1.15, 115],
  [0.29, 29],
  [59, 5900],
])('%d dollars are %i cents', (dollars, cents) => {
  expect(toCents(dollars)).toBe(cents)
})

it.each([
  [5900, '$59', '$59.00'],
  [5950, '$59.50', '$59.50'],
  [5905, '$59.05', '$59.05'],
  [0, '$0', '$0.00'],
  [5, '$0.05', '$0.05'],
  [100_000_000, '$1000000', '$1000000.00'],
])('%i cents are written as %s, on a receipt as %s', (cents, short, long) => {
  expect(formatCents(cents, us)).toBe(short)
  expect(formatCents(cents, us, { alwaysCents: true })).toBe(long)
  expect(formatDollars(cents / 100, us)).toBe(short)
  expect(formatDollars(cents / 100, us, { alwaysCents: true })).toBe(long)
})

it.each([
  ['de-DE', 'DE', 'EUR', 59_00, '59 €', '59,00 €'],
  ['de-DE', 'DE', 'EUR', 1_059_50, '1.059,50 €', '1.059,50 €'],
  ['en', 'DE', 'EUR', 59_00, '€59', '€59.00'],
  ['ja', 'JP', 'JPY', 5_000_00, '￥5,000', '￥5,000'],
  ['en', 'KW', 'KWD', 12_50, 'KWD 12.500', 'KWD 12.500'],
])('%s in %s writes %s of %i hundredths as %s', (language, country, currency, cents, short, long) => {
  const money = { language, country, currency }
  const plain = (text: string) => text.replace(/\p{Zs}/gu, ' ')
  expect(plain(formatCents(cents, money))).toBe(short)
  expect(plain(formatCents(cents, money, { alwaysCents: true }))).toBe(long)
})

it.each([
  [1_234_500, '$12,345'],
  [1_234_550, '$12,345.50'],
  [5900, '$59'],
])('%i cents of a report are written as %s', (cents, text) => {
  expect(formatCents(cents, us, { grouped: true })).toBe(text)
})
