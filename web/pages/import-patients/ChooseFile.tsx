import { useEffect, useId, useRef, useState } from 'react'
import { type ImportKind, largestImport } from '#contract/patient/import.ts'
import { InputError } from '#web/api/http/errors.ts'
import { type LocalFile, uploadImport } from '#web/api/patient-imports.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { Progress } from './Progress.tsx'

interface ChooseFileProps {
  admin: string
  onRead: (id: string, local: LocalFile) => void
}

/** Chooses a file and uploads it. */
export function ChooseFile({ admin, onRead }: ChooseFileProps) {
  const id = useId()
  const [kind, setKind] = useState<ImportKind>('patients')
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const { run, isBusy, problem } = useChange(async () => {
    if (!file) throw new InputError('Choose a file.')
    if (file.size > largestImport) throw new InputError('This file is larger than 20 MB. Split it into several files.')
    abort.current = new AbortController()
    const { signal } = abort.current
    const local = { kind, file }
    onRead((await uploadImport(admin, local, { onProgress: setSent, signal }))._id, local)
  })
  return (
    <section className="grid max-w-xl gap-5" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-xl">
        Choose a file
      </h2>
      <fieldset>
        <legend className="font-medium">What is in it?</legend>
        <div className="mt-2 grid gap-2">
          {(['patients', 'appointments'] as const).map((each) => (
            <label key={each} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={`${id}-kind`}
                className="radio"
                checked={kind === each}
                onChange={() => setKind(each)}
              />
              {each === 'patients' ? 'Patients' : 'Future appointments of patients who are here already'}
            </label>
          ))}
        </div>
      </fieldset>
      <Labelled id={`${id}-file`} label="CSV file" required error={problem}>
        <FileInput
          id={`${id}-file`}
          required
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-file-error ${id}-file-help` : `${id}-file-help`}
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </Labelled>
      <p id={`${id}-file-help`} className="-mt-3 text-quiet text-sm">
        The first row has headings. At most 20 MB and 100,000 rows. You choose afterwards which column is what.
      </p>
      {isBusy && <Progress label="Uploading" value={sent} />}
      <div>
        <BusyButton busy={isBusy} className="btn btn-action" onClick={() => void run()}>
          Read the file
        </BusyButton>
      </div>
    </section>
  )
}
