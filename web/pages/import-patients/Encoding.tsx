import { useEffect, useId, useRef } from 'react'
import { encodings, type ImportDetails, type ImportEncoding } from '#contract/patient/import.ts'
import { postImportCancel, uploadImport } from '#web/api/patient-imports.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import type { StepProps } from './step-props.ts'

/** Shows by a few names whether the encoding of a file is right, and reads the file again in another one. Nothing if
 *  the file has only letters that all encodings have. */
export function Encoding({ admin, found, local, onShow }: StepProps & { found: ImportDetails }) {
  const id = useId()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const reading = useChange(async (encoding: ImportEncoding) => {
    if (!local) return
    abort.current = new AbortController()
    const options = { encoding, onProgress: () => undefined, signal: abort.current.signal }
    const { _id } = await uploadImport(admin, local, options)
    await postImportCancel(admin, found._id)
    onShow(_id, local)
  })
  if (found.spellings.length === 0) return null
  const current = reading.sent?.[0] ?? found.encoding
  return (
    <div className="grid max-w-xl gap-2 rounded-box border border-base-300 bg-card p-4" aria-busy={reading.isBusy}>
      <p className="font-medium">Are these letters right?</p>
      <ul className="wrap-anywhere">
        {found.spellings.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {local ? (
        <>
          <label htmlFor={id} className="text-quiet text-sm">
            If not, choose how the file is encoded
          </label>
          <select
            id={id}
            className="select field"
            value={current}
            disabled={reading.isBusy}
            onChange={({ target }) => void reading.run(target.value as ImportEncoding)}
          >
            {Object.entries(encodings).map(([encoding, name]) => (
              <option key={encoding} value={encoding}>
                {name}
              </option>
            ))}
          </select>
        </>
      ) : (
        <p className="text-quiet text-sm">
          They were read as {encodings[found.encoding]}. If they are wrong, choose the file again: then you can choose
          another encoding here.
        </p>
      )}
      <Problem className="text-sm">{reading.problem}</Problem>
    </div>
  )
}
