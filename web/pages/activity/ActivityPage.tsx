import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AuditAction, ReceivedAuditEntry } from '#contract/audit.ts'
import { activityOf } from '#web/api/audit.ts'
import { clinicMomentAt } from '#web/dates.ts'
import { usePerson } from '#web/session/use-person.ts'
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
    <CardTable columns={{ When: 'md:w-44 lg:w-48', Who: 'md:w-1/4', What: '', From: 'md:w-32' }}>
      {entries.map(({ _id, at, actor, action, target, ip }) => (
        <CardRow key={_id}>
          <CardCell label="When">
            <time dateTime={at} className="whitespace-nowrap">
              {clinicMomentAt(at)}
            </time>
          </CardCell>
          <CardCell label="Who">
            <span className="wrap-anywhere">{actor}</span>
          </CardCell>
          <CardCell label="What">
            <span className="wrap-anywhere">{auditSentence(action, target)}</span>
          </CardCell>
          <CardCell label="From">
            <span className="wrap-anywhere tabular-nums">{ip}</span>
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}

const sentences: Record<AuditAction, (target: string) => string> = {
  'promote-user': (target) => `Made ${target} an admin`,
  'demote-user': (target) => `Removed the admin role of ${target}`,
  'add-doctor': (target) => `Added the doctor ${target}`,
  'delete-doctor': (target) => `Deleted the doctor ${target}`,
  'upload-photo': (target) => `Uploaded the photo ${target}`,
  'set-hours': () => 'Changed the opening hours',
  'set-day': (target) => `Changed the hours of ${target}`,
  'clear-day': (target) => `Gave ${target} its usual hours again`,
  'set-policy': () => 'Changed the booking rules',
  'add-treatment': (target) => `Added the treatment ${target}`,
  'change-treatment': (target) => `Changed the treatment ${target}`,
  'order-treatments': () => 'Changed the order of the treatments',
  'retire-treatment': (target) => `Retired the treatment ${target}`,
  'restore-treatment': (target) => `Offered the treatment ${target} again`,
  'change-doctor': (target) => `Changed the doctor ${target}`,
  'add-absence': (target) => `Added an absence of the doctor ${target}`,
  'remove-absence': (target) => `Removed an absence of the doctor ${target}`,
  'add-chair': (target) => `Added the chair ${target}`,
  'rename-chair': (target) => `Renamed a chair to ${target}`,
  'retire-chair': (target) => `Took the chair ${target} out of use`,
  'restore-chair': (target) => `Put the chair ${target} into use again`,
  'keep-appointment': (target) => `Kept the appointment ${target} in spite of the rules`,
  'cancel-appointment': (target) => `Cancelled the appointment ${target}`,
  'move-appointment': (target) => `Moved the appointment ${target}`,
  'book-appointment': (target) => `Booked the appointment ${target}`,
  'mark-appointment': (target) => `Marked the appointment ${target}`,
  'note-appointment': (target) => `Changed the note of the appointment ${target}`,
  'add-patient': (target) => `Added the patient ${target}`,
  'import-patients': (target) => `Imported ${target}`,
  'undo-import': (target) => `Took back the import ${target}`,
  'export-patients': (target) => `Exported ${target}`,
  'search-patients': (target) => `Searched patients for “${target}”`,
  'read-day': (target) => `Looked at the appointments of ${target}`,
  'read-appointment': (target) => `Looked at ${target}`,
  'refund-payment': (target) => `Refunded ${target}`,
  'renew-feed': (target) => `Renewed the calendar address of ${target}`,
  'list-users': (target) => `Looked at the list of users, ${target}`,
  'read-sessions': (target) => `Looked at where ${target} is signed in`,
  'end-sessions': (target) => `Signed ${target} out everywhere`,
  'export-data': (target) => `Exported the data of ${target}`,
  'erase-account': (target) => `Erased the account ${target}`,
  'remove-second-factor': (target) => `Removed the second factor of ${target}`,
  'read-audit': (target) => `Looked at ${target}`,
}

// A newer server may know more actions than this page.
const sentenceOf = new Map<string, (target: string) => string>(Object.entries(sentences))

/** Returns what an admin did, as a sentence. */
function auditSentence(action: string, target: string): string {
  return sentenceOf.get(action)?.(target) ?? `${action}: ${target}`
}
