import { expect, it } from 'vitest'
import { givenBack } from './given-back.ts'

const voidedAt = new Date()
const money = { charges: [], payments: [], refunds: [], listPrice: 129_00, noShowFee: 30_00 }
type Charge = [kind: 'treatment' | 'no-show', words: string, amount: number]
/** Charges of which each took the place of the one before. */
const charges = (...all: Charge[]) =>
  all.map(([kind, words, amount], at) => ({
    ...{ kind, words, amount, refundId: null },
    voidedAt: at < all.length - 1 ? voidedAt : null,
  }))

it.each<[string, number, Charge[]]>([
  ['nothing at the agreed price', 0, [['treatment', 'Cleaning', 59_00]]],
  [
    'nothing at a higher one',
    0,
    [
      ['treatment', 'Cleaning', 59_00],
      ['treatment', 'Cleaning', 70_00],
    ],
  ],
  [
    'the difference to the highest price',
    50_00,
    [
      ['treatment', 'Cleaning', 59_00],
      ['treatment', 'Cleaning', 70_00],
      ['treatment', 'Cleaning', 20_00],
    ],
  ],
  [
    'nothing by a cheaper treatment at its list price',
    0,
    [
      ['treatment', 'Crown', 640_00],
      ['treatment', 'Filling', 129_00],
    ],
  ],
  [
    'the difference to the list price',
    29_00,
    [
      ['treatment', 'Crown', 640_00],
      ['treatment', 'Filling', 100_00],
    ],
  ],
  [
    'the difference to the clinic’s fee',
    10_00,
    [
      ['treatment', 'Cleaning', 59_00],
      ['no-show', 'No-show fee', 20_00],
    ],
  ],
  [
    'the same after a no-show that was undone',
    19_00,
    [
      ['treatment', 'Cleaning', 59_00],
      ['treatment', 'Cleaning', 40_00],
      ['no-show', 'No-show fee', 30_00],
      ['treatment', 'Cleaning', 40_00],
    ],
  ],
])('gives back %s', (_what, cents, all) => {
  expect(givenBack({ ...money, charges: charges(...all) })).toBe(cents)
})

it('counts a refund of what was paid beyond a waived fee once', () => {
  const all = charges(['treatment', 'Cleaning', 59_00], ['no-show', 'No-show fee', 0])
  const refunds = [{ amount: 59_00, state: 'due' as const }]
  expect(givenBack({ ...money, charges: all, refunds })).toBe(59_00)
})

it('gives back what is void and what is refunded, also on its way, and nothing by a refund that is void', () => {
  const refunds = (['due', 'pending', 'succeeded', 'failed', 'void'] as const).map((state) => ({ amount: 5_00, state }))
  const payments = [
    { amount: 7_00, voidedAt },
    { amount: 59_00, voidedAt: null },
  ]
  expect(givenBack({ ...money, payments, refunds })).toBe(27_00)
})
