import { expect, it } from 'vitest'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { readAppointment } from './appointment-row.ts'

const rulesOf = (tag: string, currency: string) => {
  const { language, region = 'US' } = new Intl.Locale(tag)
  const clinic = { language, country: region, currency }
  return { treatments: [{ id: 'cleaning', name: 'Teeth Cleaning' }], doctors: [], clinic } as unknown as Rules
}

const columns = ['oldId', 'treatment', 'date', 'time', 'price', 'email'] as const
const read = (price: string, tag: string, currency: string, email = '') =>
  readAppointment(
    ['A1', 'Teeth Cleaning', '2026-05-04', '8:00', price, email],
    { columns: [...columns], dateOrder: 'month-first', today: '2026-01-01' },
    rulesOf(tag, currency),
  )

it.each([
  ['12.500', 'en-KW', 'KWD', 12_50],
  [`1'234.50`, 'de-CH', 'CHF', 1_234_50],
  ['2,500,000', 'id-ID', 'IDR', 2_500_000_00],
  ['2.500.000', 'id-ID', 'IDR', 2_500_000_00],
  ['59,50 €', 'de-DE', 'EUR', 59_50],
  ['', 'en-US', 'USD', null],
])('a price of %s of a clinic in %s is in %s: %s', (price, tag, currency, cents) => {
  expect(read(price, tag, currency)).toMatchObject({ values: { priceCents: cents }, problems: [] })
})

it.each([
  ['59.999', 'en-US', 'USD', '“59.999” is no price. Write at most 2 decimals, such as 59.50'],
  ['5900.5', 'ja-JP', 'JPY', '“5900.5” is no price. JPY has no decimals: write a whole amount such as 5900'],
  ['59 EUR', 'en-US', 'USD', '“59 EUR” is no price. Write the amount in USD'],
  ['20000001', 'id-ID', 'IDR', '“20000001” is more than 20,000,000'],
  ['lots', 'en-US', 'USD', '“lots” is no price'],
])('a price of %s of a clinic in %s is refused in %s', (price, tag, currency, sentence) => {
  expect(read(price, tag, currency)).toEqual({ values: undefined, problems: [{ field: 'Price', sentence }] })
})

it('a bad email leaves the rest of the row', () => {
  expect(read('59', 'en-US', 'USD', 'nobody')).toMatchObject({
    values: { oldId: 'A1', email: null, priceCents: 59_00 },
    problems: [{ field: 'Email', sentence: '“nobody” is no email address', isPartial: true }],
  })
})
