import type { ExportFormat } from '#contract/privacy/personal-data.ts'
import { saveFile } from '#web/save-file.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { ChangeButton } from './change/ChangeButton.tsx'
import { useChange } from './change/use-change.ts'

interface DataFilesProps {
  /** Fetches the person's data. */
  load: (format: ExportFormat) => Promise<Blob>
}

/** Saves all data about a person as a page to read, or as JSON for other software. */
export function DataFiles({ load }: DataFilesProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <DataFile load={load} format="html" label="Download to read" />
      <DataFile load={load} format="json" label="Download as JSON" />
    </div>
  )
}

function DataFile({ load, format, label }: DataFilesProps & { format: ExportFormat; label: string }) {
  const saving = useChange(async () => saveFile(await confirmed(() => load(format)), `personal-data.${format}`))
  return (
    <div>
      <ChangeButton change={saving} className="btn btn-line">
        {label}
      </ChangeButton>
    </div>
  )
}
