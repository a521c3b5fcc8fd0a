import { useQueryClient } from '@tanstack/react-query'
import type { PatientRecord } from '#contract/patient/record.ts'
import { postUndoMerge, refreshPatients } from '#web/api/desk/patients.ts'
import { clinicDayInText } from '#web/dates.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'

/** The records that became part of this one, and the way to separate them again. */
export function Joins({ admin, record: { _id: id, joins } }: { admin: string; record: PatientRecord }) {
  const client = useQueryClient()
  if (joins.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-bold">Part of this record</h3>
      <ul aria-label="Part of this record">
        {joins.map((join) => (
          <li
            key={join._id}
            className="flex flex-wrap items-center justify-between gap-3 border-base-300 border-t py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere font-medium">{join.name}</p>
              <p className="wrap-anywhere text-quiet text-sm">
                {join.way === 'desk' ? 'Merged' : 'Opened from their account'} by {join.madeBy || 'staff'},{' '}
                {clinicDayInText(join.madeAt)}
                {join.undoUntil && ` · can be separated until ${clinicDayInText(join.undoUntil)}`}
              </p>
            </div>
            {join.undoUntil && (
              <InlineConfirm
                label="Separate…"
                of={join.name}
                question="Make two records of this one again, as they were?"
                send={() => postUndoMerge(admin, id, join._id)}
                done={`The record of ${join.name} is separate again.`}
                refresh={() => refreshPatients(client)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
