import type { ReceivedAuditEntry } from '#contract/audit.ts'
import { clinicMomentAt } from '#web/dates.ts'
import { CardCell, CardRow, CardTable } from '#web/ui/table/CardTable.tsx'
import { auditSentence } from './sentences.ts'

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
