import { expect, it } from 'vitest'
import { groupByCategory } from './treatment-groups.ts'

const shown = (...treatments: [name: string, category?: string][]) =>
  groupByCategory(treatments.map(([name, category]) => ({ name, ...(category !== undefined && { category }) }))).map(
    ({ category, treatments }) => [category, ...treatments.map(({ name }) => name)],
  )

it('puts the treatments of a category together, where the first of them stands', () => {
  expect(shown(['Braces', 'Straight'], ['Whitening', 'Looks'], ['Retainer', 'Straight'], ['Veneers', 'Looks'])).toEqual(
    [
      ['Straight', 'Braces', 'Retainer'],
      ['Looks', 'Whitening', 'Veneers'],
    ],
  )
})

it('puts treatments without a category first', () => {
  expect(shown(['Braces', 'Straight'], ['Check-up'], ['Cleaning', ''], ['Retainer', 'Straight'])).toEqual([
    ['', 'Check-up', 'Cleaning'],
    ['Straight', 'Braces', 'Retainer'],
  ])
})

it('makes one group without categories, and none of nothing', () => {
  expect(shown(['Check-up'], ['Cleaning'])).toEqual([['', 'Check-up', 'Cleaning']])
  expect(shown()).toEqual([])
})
