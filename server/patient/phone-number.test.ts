import { describe, expect, it } from 'vitest'
import { digitsToFind, importedPhone, phoneKeys } from './phone-number.ts'
import { phoneRuleOf } from './phone-rule.ts'
import { textNumberOf } from './text-number.ts'

describe('a typed number', () => {
  it.each([
    ['212 555 0142 ext. 5', 'US', '2125550142'],
    ['2125550142x5', 'US', '2125550142'],
    ['2125269463.0', 'US', '2125269463'],
    ['+44 (0)20 7946 0958', 'US', '2079460958'],
    ['0044 20 7946 0958', 'US', '2079460958'],
    ['0170/1234567', 'DE', '1701234567'],
    ['٠٥٠ ١٢٣ ٤٥٦٧', 'SA', '501234567'],
    ['०९८७६५४३२१०', 'IN', '9876543210'],
    ['０９０－１２３４－５６７８', 'JP', '9012345678'],
    ['555 0142', 'US', '5550142'],
    ['0142', 'US', '0142'],
    ['123', 'US', undefined],
    ['ext. 5', 'US', undefined],
    ['ask my mother', 'US', undefined],
    ['4.92E+11', 'US', undefined],
  ])('%s in %s is found by %s', (text, country, digits) => expect(digitsToFind(text, country)).toBe(digits))

  it('is one key in any form', () => {
    const forms = ['+49 170 1234567', '0170/1234567', '0049 (0)170 1234567', '491701234567.0', '0170 1234567 x12']
    expect(new Set(phoneKeys(forms, 'DE'))).toEqual(new Set(['1701234567']))
    expect(phoneKeys(['12345'], 'US')).toEqual([])
  })
})

it.each([
  ['2125269463.0', '2125269463'],
  ['4.91701234567E+11', '491701234567'],
  ['\u202a212 555 0142 ext. 5\u202c', '212 555 0142 ext. 5'],
  ['0170/1234567', '0170/1234567'],
  ['4.92E+11', undefined],
  ['12', undefined],
  ['mobile', undefined],
  ['1'.repeat(41), undefined],
])('an import stores %s as %s', (text, stored) => expect(importedPhone(text)).toBe(stored))

describe('texts go to the first number that gets them', () => {
  const usa = { country: 'US', textCountries: [] }
  it.each([
    [['212 555 0142'], usa, '+12125550142'],
    [['212 555 0142 ext. 5'], usa, '+12125550142'],
    [['(0)170 1234567', '0170 1234567'], { country: 'DE', textCountries: [] }, '+491701234567'],
    [['+44 7400 123456'], { country: 'US', textCountries: ['GB'] }, '+447400123456'],
    [['0049 170 1234567', '212 555 0142'], usa, '+12125550142'],
    [['ask at the desk', '555', '212 555 0142'], usa, '+12125550142'],
  ])('of %j', (numbers, clinic, expected) => expect(textNumberOf(numbers, clinic)).toBe(expected))

  const many = { country: 'US', textCountries: ['GB', 'DE', 'AU', 'CH'] }
  it.each([
    ...['555', '<script>', '900 555 0142', '800 555 0142', '+44 909 8790123', '+49 1801 234567', '+41 848 123 456'],
    ...['+881 6 1234 5678', '+870 301234567', '+882 16 12345678', '+44 7640 123456', '+44 5512 345678'],
    // A landline, and a country that is not on the list.
    ...['+49 30 1234567', '+33 6 12 34 56 78', '+1 876 555 0142'],
  ])('but none goes to %s', (number) => expect(textNumberOf([number], many)).toBeUndefined())
})

it.each([
  ['US', 10, '212 555 0142'],
  ['GB', 7, '07400 123456'],
  ['FR', 9, '06 12 34 56 78'],
  ['ZZ', 10, '212 555 0142'],
])('in %s a number has %i digits or more, such as %s', (country, minDigits, example) =>
  expect(phoneRuleOf(country)).toEqual({ minDigits, example }),
)
