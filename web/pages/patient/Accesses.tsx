import { useState } from 'react'
import type { PatientRecord } from '#contract/patient/record.ts'
import { clinicMomentAt, timesInText } from '#web/dates.ts'
import { auditSentence } from '#web/ui/audit-sentence.ts'
import { Section } from '#web/ui/frame/Section.tsx'

const few = 8

/** What staff looked at and changed, and what the patient changed. */
export function Accesses({ record: { accesses } }: { record: PatientRecord }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? accesses : accesses.slice(0, few)
  return (
    <Section title="History">
      <p className="mt-2 max-w-text text-quiet">
        Who looked at these data and who changed them, newest first, in clinic time.
      </p>
      {accesses.length === 0 && <p className="mt-3">Nothing yet.</p>}
      <ul aria-label="History" className="mt-2">
        {shown.map(({ at, actor, action, target }) => (
          <li key={`${at} ${action} ${target}`} className="border-base-300 border-t py-2 first:border-t-0">
            <p className="wrap-anywhere">{timesInText(auditSentence(action, target))}</p>
            <p className="wrap-anywhere text-quiet text-sm">
              <time dateTime={at}>{clinicMomentAt(at)}</time> · {actor}
            </p>
          </li>
        ))}
      </ul>
      {accesses.length > shown.length && (
        <button type="button" className="btn btn-line mt-3" onClick={() => setAll(true)}>
          Show {accesses.length} entries
        </button>
      )}
    </Section>
  )
}
