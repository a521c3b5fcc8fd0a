import { useMutation } from '@tanstack/react-query'
import type { ExportFormat } from '#contract/privacy/personal-data.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { saveFile } from '#web/save-file.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { BusyButton } from './form/BusyButton.tsx'

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
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => saveFile(await confirmed(() => load(format)), `personal-data.${format}`),
  })
  return (
    <div>
      <BusyButton busy={isPending} className="btn btn-line" onClick={() => mutate()}>
        {label}
      </BusyButton>
      <p role="alert" className="mt-2 text-error text-sm empty:hidden">
        {error && messageFor(error)}
      </p>
    </div>
  )
}
