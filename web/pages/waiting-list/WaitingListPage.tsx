import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageSize as limit } from '#contract/kit/list.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { allWaiting } from '#web/api/desk/waiting-list.ts'
import { usePerson } from '#web/session/use-person.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { ifEmailed } from '#web/unsent.ts'

const useTable = loadLater(() => import('./WaitingTable.tsx'))
const useAdd = loadWhenIdle(() => import('./AddCaller.tsx'))

/** Who waits for an earlier time, in order, and what was offered to them. */
export default function WaitingListPage() {
  const { email: admin } = usePerson()
  const [address] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)
  const list = useQuery(allWaiting(admin, { page, limit }))
  const [isAdding, setAdding] = useState(false)
  const add = useAdd(isAdding)
  const table = useTable()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = list
  return (
    <>
      <div className="grid justify-items-start gap-4 sm:flex sm:flex-wrap sm:items-center sm:justify-between">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          Waiting list{data && `: ${formatCount(data.total)}`}
        </h1>
        <button type="button" className="btn btn-action" onClick={() => setAdding(true)}>
          Add a caller
        </button>
      </div>
      <p className="mt-3 max-w-text text-quiet">
        {ifEmailed('When a time frees up, the next three whom it suits get an email, and three more every half hour.')}{' '}
        Whoever presses first gets it.
      </p>
      <div className="mt-6" aria-busy={list.isPlaceholderData}>
        {(list.isPending || (data && data.rows.length > 0 && !table)) && (
          <TableSkeleton label="Loading the waiting list" rows={6} lines={3} button />
        )}
        <LoadError what="The waiting list" query={list} />
        {data?.rows.length === 0 && (
          <EmptyCard
            title="Nobody is waiting"
            text="Patients join from a full day or from their appointment. You can add those who call."
          />
        )}
        {data && data.rows.length > 0 && table && (
          <table.WaitingTable
            {...{ admin, page, limit }}
            entries={data.rows}
            total={data.total}
            onRemoved={() => heading.current?.focus()}
          />
        )}
      </div>
      {isAdding && add && <add.AddCaller admin={admin} onClose={() => setAdding(false)} />}
    </>
  )
}
