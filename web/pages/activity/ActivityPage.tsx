import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ReceivedAuditEntry } from '#contract/audit.ts'
import { activityOf } from '#web/api/audit.ts'
import { clinicMomentAt, timesInText } from '#web/dates.ts'
import { usePerson } from '#web/session/use-person.ts'
import { auditSentence } from '#web/ui/audit-sentence.ts'
import { EmptyCard } from '#web/ui/feedback/EmptyCard.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { CardCell, CardRow, CardTable, TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { EndOfList } from '#web/ui/table/EndOfList.tsx'

export default function ActivityPage() {
  const { email } = usePerson()
  const activity = useInfiniteQuery(activityOf(email))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = activity
  const end = useRef<HTMLParagraphElement>(null)
  // While older entries load, their button says so, not the error before.
  const fault = isFetchingNextPage ? null : error
  const entries = data?.pages.flatMap((page) => page.entries)

  // After the last page the focused button is gone.
  async function showOlder() {
    const { hasNextPage } = await fetchNextPage()
    if (!hasNextPage) end.current?.focus()
  }

  return (
    <>
      <h1 className="page-title">Activity</h1>
      <p className="mt-2 max-w-text text-quiet">
        Admin actions and patients’ changes, newest first, in clinic time. Entries can’t be changed or deleted.
      </p>
      <div className="mt-6">
        {activity.isPending && <TableSkeleton label="Loading the activity" rows={8} lines={4} />}
        {entries?.length === 0 && (
          <EmptyCard
            title="Nothing yet"
            text="When an admin changes a role or the list of doctors, it will show here."
          />
        )}
        {entries && entries.length > 0 && <ActivityTable entries={entries} />}
        {activity.isFetchNextPageError ? (
          <LoadError what="Older activity" query={{ error: fault, refetch: fetchNextPage }} className="mt-6" />
        ) : (
          <LoadError what="The activity" query={{ error: fault, refetch }} className={entries && 'mt-6'} />
        )}
        {hasNextPage && !fault && (
          <BusyButton busy={isFetchingNextPage} className="btn btn-line mt-6" onClick={showOlder}>
            Show older
          </BusyButton>
        )}
        <EndOfList ref={end} isReached={data !== undefined && data.pages.length > 1 && !hasNextPage} />
      </div>
    </>
  )
}

/** One row per entry: time in the clinic's zone, admin, action and IP address. */
export function ActivityTable({ entries }: { entries: ReceivedAuditEntry[] }) {
  return (
    <CardTable columns={{ When: 'md:w-30 xl:w-48', Who: 'md:w-44 xl:w-1/4', What: '', From: 'md:w-28 xl:w-32' }}>
      {entries.map(({ _id, at, actor, action, target, ip }) => (
        <CardRow key={_id}>
          <CardCell label="When">
            <time dateTime={at} className="xl:whitespace-nowrap">
              {clinicMomentAt(at)}
            </time>
          </CardCell>
          <CardCell label="Who">
            <span className="wrap-anywhere">{actor}</span>
          </CardCell>
          <CardCell label="What">
            <span className="wrap-anywhere">{timesInText(auditSentence(action, target))}</span>
          </CardCell>
          <CardCell label="From">
            <span className="wrap-anywhere tabular-nums">{ip}</span>
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}
