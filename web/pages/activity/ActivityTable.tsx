import type { AuditEntry } from '#contract/audit.ts'
import { formatMoment } from '#contract/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { CardCell, CardRow, CardTable } from '#web/components/CardTable.tsx'

const sentences: Record<AuditEntry['what'], (whom: string) => string> = {
  'promote-user': (whom) => `Made ${whom} an admin`,
  'add-doctor': (whom) => `Added the doctor ${whom}`,
  'delete-doctor': (whom) => `Deleted the doctor ${whom}`,
  'upload-photo': (whom) => `Uploaded the photo ${whom}`,
}

/** One row a deed: when by the clinic's clock, who, what, and from which address. */
export function ActivityTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <CardTable columns={{ When: 'md:w-44 lg:w-48', Who: 'md:w-1/4', What: '', From: 'md:w-32' }}>
      {entries.map(({ _id, at, who, what, whom, from }) => (
        <CardRow key={_id}>
          <CardCell label="When">
            <time dateTime={at} className="whitespace-nowrap">
              {formatMoment(new Date(at), clinic.timeZone)}
            </time>
          </CardCell>
          <CardCell label="Who">
            <span className="wrap-anywhere">{who}</span>
          </CardCell>
          <CardCell label="What">
            <span className="wrap-anywhere">{sentences[what](whom)}</span>
          </CardCell>
          <CardCell label="From">
            <span className="wrap-anywhere tabular-nums">{from}</span>
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  )
}
