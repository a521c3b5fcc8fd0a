import { expect, it } from 'vitest'
import {
  brandOf,
  codeProblem,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
  postalProblem,
} from './rules.ts'

it.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['36227206271667', 'diners', '3622 720627 1667'],
  ['3566002020360505', 'jcb', '3566 0020 2036 0505'],
  ['6200000000000005', 'unionpay', '6200 0000 0000 0005'],
])('groups %s, a %s number, as on the card', (number, brand, written) => {
  expect(brandOf(number).name).toBe(brand)
  expect(formatNumber(number)).toBe(written)
  expect(formatNumber(`${written}999999`)).toMatch(new RegExp(`^${written}`))
  expect(numberProblem(written)).toBeUndefined()
})

it.each([
  ['', 'incomplete_number', 'Your card number is incomplete.'],
  ['4242 4242', 'incomplete_number', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', 'invalid_number', 'Your card number is invalid.'],
])('rejects the number %j', (number, code, message) => {
  expect(numberProblem(number)).toEqual({ type: 'validation_error', code, message })
})

it.each([
  ['1', '1'],
  ['0', '0'],
  ['5', '05 / '],
  ['12', '12 / '],
  ['13', '01 / 3'],
  ['1/', '01 / '],
  ['1/30', '01 / 30'],
  ['1230', '12 / 30'],
  ['12 / 305', '12 / 30'],
  ['12/2034', '12 / 34'],
  ['122034', '12 / 34'],
])('formats the date %s as %j', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written)
})

it('does not add a deleted slash again', () => {
  expect(formatExpiry('12 /', true)).toBe('12')
})

it.each([
  ['', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['12 / 3', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['12 / 25', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['02 / 26', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['12 / 77', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  ['00 / 30', 'invalid_expiry_month', "Your card's expiration date is invalid."],
])('rejects the date %j in March 2026', (date, code, message) => {
  expect(expiryProblem(date, new Date(2026, 2, 10))).toEqual({ type: 'validation_error', code, message })
})

it('accepts a card until the end of its month', () => {
  expect(expiryProblem('03 / 26', new Date(2026, 2, 31))).toBeUndefined()
})

it('requires a security code of the brand’s length and a five-digit ZIP code', () => {
  expect(codeProblem('123', brandOf('4'))).toBeUndefined()
  expect(codeProblem('123', brandOf('37'))?.code).toBe('incomplete_cvc')
  expect(codeProblem('12', brandOf('4'))?.message).toBe("Your card's security code is incomplete.")
  expect(postalProblem('1234')?.message).toBe('Your postal code is incomplete.')
  expect(postalProblem('12345')).toBeUndefined()
})
