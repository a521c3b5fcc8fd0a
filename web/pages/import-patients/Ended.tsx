import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatCount } from '#contract/kit/text/count.ts'
import type { ImportDetails } from '#contract/patient/import.ts'
import { postImportUndo, refreshImports } from '#web/api/patient-imports.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { Problems } from './Problems.tsx'
import type { StepProps } from './step-props.ts'

const useDialog = loadWhenIdle(() => import('#web/ui/dialog/ConfirmDialog.tsx'))

/** What an import did, with a button that takes it back, or what that has kept. */
export function Ended({ admin, found, onShow }: StepProps & { found: ImportDetails }) {
  const id = useId()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const dialog = useDialog(isAsking)
  const isUndone = found.state === 'undone'
  const { added, updated, skipped } = found
  return (
    <section className="grid gap-5" aria-labelledby={`${id}-title`}>
      <div role="status">
        <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
          {isUndone ? 'The import was taken back' : `${formatCount(added)} ${nounOf(found)} imported`}
        </h2>
        <p className="mt-1 wrap-anywhere text-quiet">
          {found.fileName}
          {!isUndone && updated > 0 && ` · ${formatCount(updated)} known patients got missing details`}
          {!isUndone && skipped > 0 && ` · ${formatCount(skipped)} skipped, because they are here already`}
        </p>
      </div>
      {isUndone && <Kept found={found} />}
      {!isUndone && <Problems admin={admin} found={found} />}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-action" onClick={() => onShow(null)}>
          Import another file
        </button>
        {!isUndone && added + updated > 0 && (
          <button type="button" className="btn btn-line" onClick={() => setIsAsking(true)}>
            Take back
          </button>
        )}
      </div>
      {isAsking && dialog && (
        <dialog.ConfirmDialog
          title={`Take back the import of ${found.fileName}?`}
          text={
            found.kind === 'patients'
              ? `${formatCount(added)} patients are deleted, but those who were changed since, or have an appointment, a payment or an account, stay.`
              : `${formatCount(added)} appointments are deleted, but those that were paid or changed since stay.`
          }
          action="Take back"
          failed="Nothing was taken back."
          onConfirm={async (close) => {
            await postImportUndo(admin, found._id)
            close()
            await refreshImports(client)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  )
}

function Kept({ found: { kept, keptPatients } }: { found: ImportDetails }) {
  if (kept === 0) return null
  return (
    <div className="grid max-w-text gap-2">
      <h3 className="font-bold">{formatCount(kept)} could not be taken back</h3>
      <ul className="list-disc pl-5">
        {keptPatients.map(({ row, sentence }) => (
          <li key={row} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
        {kept > keptPatients.length && <li>and {formatCount(kept - keptPatients.length)} more</li>}
      </ul>
    </div>
  )
}

const nounOf = ({ kind, added }: ImportDetails) =>
  kind === 'patients' ? (added === 1 ? 'patient' : 'patients') : added === 1 ? 'appointment' : 'appointments'
