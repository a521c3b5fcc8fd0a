import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { pageSize as limit } from '#contract/kit/list.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { recallsOf } from '#web/api/desk/recall-list.ts'
import { usePerson } from '#web/session/use-person.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Pager, SortChoice } from '#web/ui/table/ListPage.tsx'
import { useListAddress } from '#web/ui/table/use-list-address.ts'
import { ifEmailed } from '#web/unsent.ts'

const useTable = loadLater(() => import('./RecallListTable.tsx'))
const shows = ['call', 'all'] as const
const showNames = { call: 'To call', all: 'All who are due' }

/** The patients who are due for a treatment again, the longest due first. */
export default function RecallListPage() {
  const { email: admin } = usePerson()
  const heading = useRef<HTMLHeadingElement>(null)
  const { view, pageAt, sort } = useListAddress(shows)
  const list = useQuery(recallsOf(admin, { show: view.sort, page: view.page, limit }))
  const table = useTable()
  const { rows = [], total = 0 } = list.data ?? {}
  const first = (view.page - 1) * limit + 1
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        Due for a recall{list.data && `: ${formatCount(total)}`}
      </h1>
      <p className="mt-2 max-w-text text-quiet">
        Those who come back for a treatment and have no appointment ahead.{' '}
        {ifEmailed('Whoever has confirmed an email gets an invitation; the others are to be called.')}
      </p>
      <div className="mt-6 sm:w-56">
        <SortChoice names={showNames} value={view.sort} onChoose={sort} label="Show" />
      </div>
      <p role="status" className="mt-4 min-h-6 text-quiet text-sm">
        {rows.length > 0 && `${formatCount(first)} to ${formatCount(first + rows.length - 1)} of ${formatCount(total)}`}
      </p>
      <div className="mt-2" aria-busy={list.isPlaceholderData}>
        {(list.isPending || !table) && !list.error && (
          <TableSkeleton label="Loading who is due" rows={8} lines={4} button />
        )}
        <LoadError what="Who is due" query={list} />
        {list.data && table && rows.length === 0 && <Nobody show={view.sort} />}
        {rows.length > 0 && table && (
          <table.RecallListTable
            admin={admin}
            due={rows}
            keepsCalled={view.sort === 'all'}
            onRowGone={() => heading.current?.focus()}
          />
        )}
      </div>
      {list.data && <Pager page={view.page} limit={limit} total={total} to={pageAt} />}
    </>
  )
}

function Nobody({ show }: { show: keyof typeof showNames }) {
  return show === 'call' ? (
    <EmptyCard title="Nobody to call" text="Choose ‘All who are due’ to see whom emails have invited." />
  ) : (
    <EmptyCard
      title="Nobody is due"
      text="In Treatments, say after how many months patients are invited back. They appear here within the hour."
    />
  )
}
