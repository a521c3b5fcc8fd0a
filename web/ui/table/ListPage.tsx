import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { pageSize as limit, maxCounted } from '#contract/kit/list.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { EmptyCard } from '../feedback/EmptyCard.tsx'
import { LoadError } from '../feedback/LoadError.tsx'
import { Labelled } from '../form/Labelled.tsx'
import { TableSkeleton } from './CardTable.tsx'
import { SearchField } from './SearchField.tsx'
import { type ListView, useListAddress } from './use-list-address.ts'

/** `total`: the number of rows on all pages. */
type PageOfList<Row> = { rows: Row[]; total: number }

interface ListPageProps<Row, Sort extends string> {
  title: string
  /** A link or button beside the title. */
  action?: ReactNode
  /** The noun for a row, singular and plural: 'user', 'users'. */
  one: string
  many: string
  /** The fields that a search looks at: 'name or email'. */
  searched: string
  /** The sort orders, the default first. */
  sorts: readonly [Sort, ...Sort[]]
  /** Their names; without them the user can't choose. */
  sortNames?: Record<Sort, string>
  /** A filter of the page's own, below the search. */
  filter?: ReactNode
  /** Returns the query of one page. */
  query: (
    view: ListView<Sort> & { limit: number },
  ) => UseQueryOptions<PageOfList<Row>, Error, PageOfList<Row>, string[]>
  /** Shown when the list has no rows at all. */
  none?: ReactNode
  /** A dialog about a row, which stays open when the row is deleted. It then calls `onRowGone`, which focuses the
   *  heading and leaves a page that has become empty. */
  dialog?: (onRowGone: () => void) => ReactNode
  /** Renders the table. `first` is the position of the first row in the whole list, from 1. */
  children: (rows: Row[], first: number) => ReactNode
}

/** A page with a list: search, sort order, pagination, and its loading, error and empty states. The view is stored in
 *  the address. */
export function ListPage<Row, Sort extends string>(props: ListPageProps<Row, Sort>) {
  const { title, action, one, many, searched, sorts, sortNames, filter, query, none, dialog, children } = props
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
      <div className="grid justify-items-start gap-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
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
      {filter}
      <p role="status" className="mt-4 min-h-6 text-quiet text-sm">
        {list.data && rows.length > 0 && summaryOf(first, rows.length, list.data.total, view.search)}
      </p>
      <div className="mt-2" aria-busy={list.isPlaceholderData}>
        {list.isPending && <TableSkeleton label={`Loading the ${many}`} rows={8} lines={3} button />}
        <LoadError what={`The ${many}`} query={list} />
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

/** Returns '101 to 200 of 245 that match “pat”'. */
function summaryOf(first: number, rows: number, total: number, search: string) {
  const which = `${formatCount(first)} to ${formatCount(first + rows - 1)} of ${formatCount(total)}`
  if (search === '') return which
  return total < maxCounted ? `${which} that match “${search}”` : `${which} or more that match “${search}”`
}

interface NoRowsProps {
  search: string
  page: number
  total: number
  one: string
  many: string
  searched: string
  /** Shown when the list has no rows at all. */
  none?: ReactNode
}

/** Empty state of a list: the reason, and the next step. */
export function NoRows({ search, page, total, one, many, searched, none }: NoRowsProps) {
  if (search === '' && total === 0 && none) return none
  const isFound = total > 0
  return (
    <EmptyCard
      title={isFound ? `There is no page ${formatCount(page)}.` : `No ${one} matches “${search}”.`}
      text={isFound ? 'The list is shorter now.' : `Try the first letters of a ${searched}.`}
    >
      <Link to={{ search: '' }} className="btn btn-line">
        Show all {many}
      </Link>
    </EmptyCard>
  )
}

interface PagerProps {
  page: number
  limit: number
  total: number
  /** Returns the address of a page. */
  to: (page: number) => string
}

/** Links to the previous and the next page. */
export function Pager({ page, limit, total, to }: PagerProps) {
  const last = Math.ceil(total / limit)
  if (last < 2) return null
  return (
    <nav aria-label="Pages" className="mt-6 grid grid-cols-[1fr_auto_1fr] items-center gap-4">
      <div>
        {page > 1 && (
          <Link to={to(page - 1)} className="btn btn-line">
            <ChevronLeft size={18} aria-hidden="true" />
            Previous
          </Link>
        )}
      </div>
      <span className="text-center text-quiet text-sm">
        Page {page} of {formatCount(last)}
      </span>
      <div className="text-right">
        {page < last && (
          <Link to={to(page + 1)} className="btn btn-line">
            Next
            <ChevronRight size={18} aria-hidden="true" />
          </Link>
        )}
      </div>
    </nav>
  )
}

interface SortChoiceProps<Sort extends string> {
  /** The sort orders and their names. */
  names: Record<Sort, string>
  value: Sort
  onChoose: (sort: Sort) => void
  label?: string
}

/** Chooses the sort order of a list, or what it shows. */
export function SortChoice<Sort extends string>({ names, value, onChoose, label = 'Order' }: SortChoiceProps<Sort>) {
  const id = useId()
  const isSort = (text: string): text is Sort => text in names
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        className="select field"
        value={value}
        onChange={({ target }) => isSort(target.value) && onChoose(target.value)}
      >
        {Object.entries<string>(names).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
