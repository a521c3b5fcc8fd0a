import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { listQuery } from '#contract/kit/list.ts'

const address = z.object({
  search: z.catch(listQuery.shape.search, ''),
  page: z.catch(listQuery.shape.page, 1),
  sort: z.catch(z.string(), ''),
})

/** The part of a list that is shown: page `page`, from 1, of the rows that match `search`, in the order `sort`. */
export interface ListView<Sort extends string> {
  search: string
  page: number
  sort: Sort
}

/** Reads the view of a list from the query of an address. Invalid values count as absent. `sorts`: the sort orders, the
 *  default first. */
export function toListView<Sort extends string>(
  params: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
): ListView<Sort> {
  const { sort, ...view } = address.parse(Object.fromEntries(params))
  return { ...view, sort: sorts.find((known) => known === sort) ?? sorts[0] }
}

/** Writes a view as the query of an address, without its default values. */
export function toListQuery<Sort extends string>(
  { search, page, sort }: ListView<Sort>,
  sorts: readonly [Sort, ...Sort[]],
): URLSearchParams {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(sort !== sorts[0] && { sort }),
    ...(page !== 1 && { page: String(page) }),
  })
}

/** Returns the parameters of an address that are no part of the view, such as a filter of the page's own. */
const othersOf = (params: URLSearchParams) => [...params].filter(([name]) => !(name in address.shape))

/** The view of a list, stored in the page's address. */
export function useListAddress<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const [params, setParams] = useSearchParams()
  const view = toListView(params, sorts)
  const queryOf = (next: ListView<Sort>) => new URLSearchParams([...toListQuery(next, sorts), ...othersOf(params)])
  const goTo = (next: ListView<Sort>, replace: boolean) =>
    setParams(queryOf(next), { replace, preventScrollReset: true })
  return {
    view,
    /** Returns the address of another page of the same list. */
    pageAt: (page: number) => `?${queryOf({ ...view, page })}`,
    // Replaces the history entry, so that typing doesn't add one for each pause.
    search: (search: string) => search !== view.search && goTo({ ...view, search, page: 1 }, true),
    sort: (sort: Sort) => goTo({ ...view, sort, page: 1 }, false),
    toPreviousPage: () => goTo({ ...view, page: Math.max(1, view.page - 1) }, true),
  }
}
