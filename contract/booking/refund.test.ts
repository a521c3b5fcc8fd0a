import fc from 'fast-check'
import { expect, it } from 'vitest'
import { us } from '#testbed/us.ts'
import { toDollars } from '../kit/money.ts'
import { leftToRefund, refundSentence } from './refund.ts'

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
  expect([0, 25, 25.5].map((dollars) => refundSentence(dollars, us))).toEqual([
    '',
    'We refund $25 to your card.',
    'We refund $25.50 to your card.',
  ])
  expect(refundSentence(25, us, { alwaysCents: true })).toBe('We refund $25.00 to your card.')
})
