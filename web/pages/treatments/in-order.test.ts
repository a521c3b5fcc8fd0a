import { expect, it } from 'vitest'
import { inOrder, moved, placeAt } from './in-order.ts'

it('moves an item down, up and nowhere', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(list, 1, 1)).toEqual(list)
  expect(list).toEqual(['a', 'b', 'c', 'd'])
})

it('puts items into an order, and those that it does not name at the end', () => {
  const items = ['a', 'b', 'c', 'new'].map((_id) => ({ _id }))
  expect(inOrder(items, ['c', 'gone', 'a', 'b']).map(({ _id }) => _id)).toEqual(['c', 'a', 'b', 'new'])
})

it.each<[y: number, from: number, place: number]>([
  [0, 2, 0],
  [45, 0, 0],
  [155, 0, 1],
  [900, 0, 3],
  [140, 2, 1],
  [260, 2, 2],
])('held at %i the row %i goes to %i', (y, from, place) => {
  expect(placeAt(y, [50, 150, 250, 350], from)).toBe(place)
})
