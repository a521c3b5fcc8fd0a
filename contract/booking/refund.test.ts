import fc from 'fast-check'
import { expect, it } from 'vitest'
import { us } from '#testbed/us.ts'
import { toDollars } from '../kit/money.ts'
import { leftToRefund, owedOf, partPaidSentence, refundSentence } from './refund.ts'

it('leaves to the cent what no refund has taken', () => {
  const cents = fc.nat(1_000_000)
  fc.assert(
    fc.property(cents, cents, cents, (refunding, refunded, left) => {
      const amounts = { refunding: toDollars(refunding), refunded: toDollars(refunded) }
      const payments = { received: toDollars(refunding + refunded + left), ...amounts }
      expect(leftToRefund(payments)).toBe(toDollars(left))
    }),
  )
})

it('leaves nothing of what nobody paid', () => {
  expect(leftToRefund({})).toBe(0)
})

it('says nothing if nothing goes back', () => {
  expect([0, 25, 25.5].map((refund) => refundSentence({ refund }, us))).toEqual([
    '',
    'We refund $25 to your card.',
    'We refund $25.50 to your card.',
  ])
  expect(refundSentence({ refund: 25 }, us, { alwaysCents: true })).toBe('We refund $25.00 to your card.')
})

it('says what goes to the card, and what the desk gives back', () => {
  expect(refundSentence({ refund: 35, atDesk: 35 }, us)).toBe('Collect your $35 at the front desk.')
  expect(refundSentence({ refund: 59.1, atDesk: 35 }, us)).toBe(
    'We refund $24.10 to your card. Collect your $35 at the front desk.',
  )
})

it('owes the price of what is neither paid nor cancelled, if the server names no other amount', () => {
  expect(owedOf({ price: 59 })).toBe(59)
  expect(owedOf({ price: 59, owed: 24, received: 35 })).toBe(24)
  expect(owedOf({ price: 59, received: 59, paid: true })).toBe(0)
  expect(owedOf({ price: 59, cancelledAt: '2026-11-21T13:00:00.000Z' })).toBe(0)
})

it('says how much is paid of what is only partly paid', () => {
  expect(partPaidSentence({ price: 59, owed: 24, received: 35 }, us)).toBe('$35 of $59 paid, $24 to pay')
  // Ten were refunded, which lowers what the patient owes in all.
  expect(partPaidSentence({ price: 59, owed: 24, received: 35, refunded: 10 }, us)).toBe('$25 of $49 paid, $24 to pay')
  expect(partPaidSentence({ price: 59, owed: 59 }, us)).toBe('')
  expect(partPaidSentence({ price: 59, received: 59, paid: true }, us)).toBe('')
})
