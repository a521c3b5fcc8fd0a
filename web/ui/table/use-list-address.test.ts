import { expect, test } from 'vitest'
import { toListQuery, toListView } from './use-list-address.ts'

const sorts = ['email', 'newest'] as const
const viewOf = (query: string) => toListView(new URLSearchParams(query), sorts)

test('an address without a query is the first page, in the default order', () => {
  expect(viewOf('')).toEqual({ search: '', page: 1, sort: 'email' })
})

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1000001', 'sort=age', `search=${'x'.repeat(101)}`])(
  '%s counts as absent',
  (query) => expect(viewOf(query)).toEqual({ search: '', page: 1, sort: 'email' }),
)

test.each(['', 'search=ann+lee', 'sort=newest', 'search=a&sort=newest&page=3'])('“%s” is read and written', (query) => {
  expect(String(toListQuery(viewOf(query), sorts))).toBe(query)
})

test('the default values are not written', () => {
  expect(String(toListQuery(viewOf('search=+&sort=email&page=1'), sorts))).toBe('')
})
