import type { ImportKind } from '#contract/patient/import.ts'
import { exportOf } from '#web/api/patient-imports.ts'
import { saveFile } from '#web/save-file.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { ChangeButton } from '#web/ui/change/ChangeButton.tsx'
import { useChange } from '#web/ui/change/use-change.ts'

/** Saves all patients, or all future appointments, with the columns of an import. */
export function Export({ admin }: { admin: string }) {
  return (
    <section aria-label="Export">
      <h2 className="text-xl">Export</h2>
      <p className="mt-1 max-w-text text-quiet">
        All patients, or all future appointments, as a CSV with the same columns. It is noted in Activity.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ExportFile admin={admin} kind="patients" label="Export patients" />
        <ExportFile admin={admin} kind="appointments" label="Export appointments" />
      </div>
    </section>
  )
}

function ExportFile({ admin, kind, label }: { admin: string; kind: ImportKind; label: string }) {
  const saving = useChange(async () => saveFile(await confirmed(() => exportOf(admin, kind)), `${kind}.csv`))
  return (
    <div>
      <ChangeButton change={saving} className="btn btn-line">
        {label}
      </ChangeButton>
    </div>
  )
}
