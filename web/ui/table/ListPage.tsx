import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { pageSize as limit } from '#contract/kit/list.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { LoadError } from '../feedback/LoadError.tsx'
import { TableSkeleton } from './CardTable.tsx'
import { NoRows } from './NoRows.tsx'
import { Pager } from './Pager.tsx'
import { SearchField } from './SearchField.tsx'
import { SortChoice } from './SortChoice.tsx'
import { type ListView, useListAddress } from './use-list-address.ts'

interface PageOfList<Row> {
  rows: Row[]
  /** The number of rows on all pages. */
  total: number
}

interface ListPageProps<Row, Sort extends string> {
  title: string
  /** Stands beside the title. */
  action?: ReactNode
  /** What the rows are: one 'user', several 'users'. */
  one: string
  many: string
  /** The fields that a search looks at: 'name or email'. */
  searched: string
  /** The sort orders, the default first. */
  sorts: readonly [Sort, ...Sort[]]
  /** Their names; without them the order can't be chosen. */
  sortNames?: Record<Sort, string>
  /** The query of a page. */
  query: (
    view: ListView<Sort> & { limit: number },
  ) => UseQueryOptions<PageOfList<Row>, Error, PageOfList<Row>, string[]>
  /** Shown when the list has no rows at all. */
  none?: ReactNode
  /** Stays open when the row that it is about goes. It calls `onRowGone` then, which focuses the heading, on the page before if this one
   *  is empty now. */
  dialog?: (onRowGone: () => void) => ReactNode
  /** The table of `rows`, the first of which is number `first` of the list, from 1. */
  children: (rows: Row[], first: number) => ReactNode
}

/** A page with a list: search, sort order, pages, and what to show while it loads, fails or is empty. Its view is in the address. */
export function ListPage<Row, Sort extends string>(props: ListPageProps<Row, Sort>) {
  const { title, action, one, many, searched, sorts, sortNames, query, none, dialog, children } = props
  const { view, pageAt, search, sort, toPreviousPage } = useListAddress(sorts)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(query({ ...view, limit }))
  const everything = useQuery({
    ...query({ search: '', sort: sorts[0], page: 1, limit }),
    enabled: view.search !== '',
  })
  const all = view.search === '' ? list.data?.total : everything.data?.total
  const rows = list.data?.rows ?? []
  const first = (view.page - 1) * limit + 1
  const searchField = <SearchField label={`Search by ${searched}`} value={view.search} onSearch={search} />

  function onRowGone() {
    if (rows.length === 1 && view.page > 1) toPreviousPage()
    heading.current?.focus()
  }

  return (
    <>
      <div className="grid justify-items-start gap-4 sm:flex sm:items-center sm:justify-between">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          {title}
          {all !== undefined && `: ${formatCount(all)}`}
        </h1>
        {action}
      </div>
      {sortNames ? (
        <div className="mt-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
          {searchField}
          <SortChoice names={sortNames} value={view.sort} onChoose={sort} />
        </div>
      ) : (
        <div className="mt-6 max-w-xl">{searchField}</div>
      )}
      <p role="status" className="mt-4 min-h-6 text-quiet text-sm">
        {list.data && rows.length > 0 && shown(first, rows.length, list.data.total, view.search)}
      </p>
      <div className="mt-2" aria-busy={list.isPlaceholderData}>
        {list.isPending && <TableSkeleton label={`Loading the ${many}`} rows={8} lines={3} button />}
        {list.isError && !list.data && (
          <LoadError what={`The ${many}`} error={list.error} onRetry={() => list.refetch()} />
        )}
        {list.data && rows.length === 0 && (
          <NoRows {...view} {...{ one, many, searched, none }} total={list.data.total} />
        )}
        {rows.length > 0 && children(rows, first)}
      </div>
      {list.data && <Pager page={view.page} limit={limit} total={list.data.total} to={pageAt} />}
      {dialog?.(onRowGone)}
    </>
  )
}

/** '101 to 200 of 245 that match “pat”' */
function shown(first: number, rows: number, total: number, search: string) {
  const which = `${formatCount(first)} to ${formatCount(first + rows - 1)} of ${formatCount(total)}`
  return search === '' ? which : `${which} that match “${search}”`
}
