import type { AuditAction, ReceivedAuditEntry } from '#contract/audit.ts'
import { clinicMomentAt } from '#web/dates.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'

const sentences: Record<AuditAction, (target: string) => string> = {
  'promote-user': (target) => `Made ${target} an admin`,
  'demote-user': (target) => `Removed the admin role of ${target}`,
  'add-doctor': (target) => `Added the doctor ${target}`,
  'delete-doctor': (target) => `Deleted the doctor ${target}`,
  'upload-photo': (target) => `Uploaded the photo ${target}`,
}

// A newer server may know more actions than this page.
const sentenceOf = new Map<string, (target: string) => string>(Object.entries(sentences))

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
            <span className="wrap-anywhere">{sentenceOf.get(action)?.(target) ?? `${action}: ${target}`}</span>
          </CardCell>
          <CardCell label="From">
            <span className="wrap-anywhere tabular-nums">{ip}</span>
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}
