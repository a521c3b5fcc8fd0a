import { describe, expect, it } from 'vitest'
import { isCallable, phoneLink, readPhoneText } from './phone.ts'

describe('a phone number as a spreadsheet, a phone or another script writes it', () => {
  it.each([
    ['2125550142.0', '2125550142'],
    ['+12125550142.0', '+12125550142'],
    ["'02079460958", '02079460958'],
    ['="02079460958"', '02079460958'],
    // More digits than the power has are no whole number.
    ['4.9170123456789E+11', '4.9170123456789E+11'],
    ['4.91701234567E+11', '491701234567'],
    ['4.9170123456e+11', '491701234560'],
    ['4.92E+11', '4.92E+11'],
    ['\u202a+1 212 555 0142\u202c', '+1 212 555 0142'],
    ['０９０－１２３４－５６７８', '090-1234-5678'],
    ['٠٥٠١٢٣٤٥٦٧', '0501234567'],
    ['۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
    ['०९८७६५४३२१०', '09876543210'],
    ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
    // An address of the network, no amount.
    ['10.0', '10.0'],
  ])('%s is %s', (text, plain) => expect(readPhoneText(text).plain).toBe(plain))
})

it.each([
  ['212 555 0142 ext. 5', '212 555 0142'],
  ['212 555 0142 ext 5', '212 555 0142'],
  ['212 555 0142, extension 512', '212 555 0142'],
  ['212 555 0142 x5', '212 555 0142'],
  ['2125550142x5', '2125550142'],
  ['212 555 0142 #5', '212 555 0142'],
  ['+1-212-555-0142;ext=5', '+1-212-555-0142'],
  ['030 1234567 App. 12', '030 1234567'],
  ['212 555 0142', '212 555 0142'],
])('%s has, without an extension, the number %s', (text, number) => expect(readPhoneText(text).number).toBe(number))

describe('a number that the clinic can call', () => {
  const usa = { minDigits: 10 }
  it.each(['212 555 0142', '(212) 555-0142 x5', '2125550142.0', '+44 20 7946 0958', '0044 20 7946 0958', '+290 4321'])(
    'is %s',
    (text) => expect(isCallable(text, usa)).toBe(true),
  )
  it.each(['abc', '', '1', '555 0142', '555 0142 ext. 512', '+1 555', '00 44 20'])('is not %j', (text) =>
    expect(isCallable(text, usa)).toBe(false),
  )
})

it.each([
  ['+1 (212) 555-0142', 'tel:+12125550142'],
  ['+49 (0)30 555', 'tel:+4930555'],
  [' 030 555 01 + 2', 'tel:030555012'],
  ['(0)30 555', 'tel:030555'],
  ['0044 (0)20 7946 0958', 'tel:00442079460958'],
  // An extension is dialed once somebody answers.
  ['212 555 0142 ext. 5', 'tel:2125550142'],
  ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', 'tel:+966501234567'],
  ["'2125550142.0", 'tel:2125550142'],
])('%s starts a call with %s', (phone, link) => expect(phoneLink(phone)).toBe(link))
